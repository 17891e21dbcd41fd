"""A blank date cell takes the date above it where the page shows that it leaves dates out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.page import PageProof
from pipeline.proof.witness import Witness
from tests.support.kernel import fails, held
from tests.support.typewritten import only, read

HEAD = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                             100.00

    Date         Description           Money out   Money in    Balance
    {}

    Closing balance                                           1,145.00
    """


def text(*entries: str) -> str:
    return HEAD.format("\n    ".join(entries))


def proof_of(*entries: str) -> PageProof:
    proof = only(read(text(*entries))).proof
    assert proof is not None
    assert len(proof.witness.rows) >= 4
    return proof


def many(count: int, *blank: int) -> list[str]:
    """So many entries, of which some have no date."""
    rows = ["01/03/2025   Acme Ltd                          2,000.00"]
    rows += [f"{day:02}/03/2025   J Smith                    1.00" for day in range(2, count)]
    rows += [f"31/03/2025   Corner shop          {957 - count:8}.00"]
    return [f"{'':10}{row[10:]}" if at in blank else row for at, row in enumerate(rows)]


def test_two_blank_cells_are_enough_of_eleven_rows_and_too_few_of_twelve() -> None:
    assert fails(proof_of(*many(11, 3, 4))) == []
    assert fails(proof_of(*many(12, 3, 4))) == ["dates"]
    assert fails(proof_of(*many(12, 3, 4, 5))) == []
    assert fails(proof_of(*many(5, 3))) == ["dates"]


PAGE = held(
    text(
        "01/03/2025   Acme Ltd                          2,000.00",
        "17/03/2025   J Smith                  900.00",
        "             of order",
        "             a J Smith                 25.00",
        "             J Smith                   25.00",
        "             of another",
        "31/03/2025   Corner shop                5.00",
    )
)


def without(place: int, texts: str = PAGE.texts[0]) -> list[str]:
    def change(witness: Witness) -> Witness:
        rows = list(witness.rows)
        rows[place] = replace(rows[place], date=None)
        return replace(witness, rows=tuple(rows))

    return fails(PAGE.prove(texts, change=change))


def test_a_date_that_is_printed_is_read() -> None:
    assert fails(PAGE.printed()) == []
    for place in (0, 1, 4):
        assert without(place) == ["dates"]


def test_the_first_row_has_a_date() -> None:
    assert without(0, PAGE.texts[0].replace("01/03/2025   Acme", "           x Acme")) == ["dates"]
    assert without(1, PAGE.texts[0].replace("17/03/2025   J", "           x J")) == []


def test_a_word_where_dates_stand_may_be_a_damaged_date() -> None:
    moved = PAGE.texts[0].replace("             a J", "a              J")
    assert fails(PAGE.prove(moved)) == ["dates"]


def test_a_row_below_another_heading_has_its_own_date() -> None:
    assert fails(PAGE.with_row("of order", "Withdrawals")) == ["dates"]
    assert fails(PAGE.with_row("of another", "Withdrawals")) == []


BALANCED = (
    "01/03/2025   Acme Ltd                          2,000.00   2,100.00",
    "17/03/2025   J Smith                  900.00{}",
    "             J Smith                   50.00              1,150.00",
    "31/03/2025   Corner shop                5.00              1,145.00",
)


def test_balances_at_the_end_of_each_day_alone_show_that_dates_are_left_out() -> None:
    assert fails(proof_of(*(row.format("") for row in BALANCED))) == []
    beside = " " * 14 + "1,200.00"
    assert fails(proof_of(*(row.format(beside) for row in BALANCED))) == ["dates"]


def test_where_the_newest_comes_first_they_show_nothing() -> None:
    proof = proof_of(
        "31/03/2025   Corner shop                5.00              1,145.00",
        "17/03/2025   J Smith                   50.00",
        "             J Smith                  900.00              1,200.00",
        "01/03/2025   Acme Ltd                          2,000.00   2,100.00",
    )
    assert proof.witness.convention.newest_first
    assert fails(proof) == ["dates"]


def test_with_any_balance_the_days_go_the_way_of_the_balances() -> None:
    page = held(
        text(
            "01/03/2025   Acme Ltd                          2,000.00   2,100.00",
            "17/03/2025   J Smith                  950.00",
            "31/03/2025   Corner shop                5.00",
        )
    )
    turned = page.printed(
        ("01/03/2025   A", "31/03/2025   A"), ("31/03/2025   C", "01/03/2025   C")
    )
    assert fails(turned) == ["dates"]


ABOVE = held(
    text(
        "01/03/2025   Acme Ltd                          2,000.00",
        "17/03/2025   once more",
        "             of order",
        "             J Smith                  900.00",
        "18/03/2025   J Smith                   50.00",
        "31/03/2025   Corner shop                5.00",
    )
)


@pytest.mark.parametrize(
    ("words", "own"),
    [
        ("once more", True),
        ("account number", True),
        ("statement date", False),
        ("due date", False),
        ("opening balance", False),
        ("closing balance", False),
        ("billing period", False),
        ("结单日 so", False),
    ],
)
def test_a_date_above_an_entry_is_none_of_the_statements_own(words: str, own: bool) -> None:
    assert ("dates" not in fails(ABOVE.printed(("once more", words)))) is own


@pytest.mark.parametrize(
    ("lines", "own"),
    [
        (("of order",), True),
        (("of order 5.00",), True),
        (("                                        5.00",), False),
        (("Date         Description           Money out   Money in    Balance",), False),
        (("word",) * 7, True),
        (("word",) * 8, False),
    ],
)
def test_between_a_date_and_its_amount_stand_few_words_alone(
    lines: tuple[str, ...], own: bool
) -> None:
    assert ("dates" not in fails(ABOVE.with_row("of order", *lines))) is own


def test_a_card_may_list_its_entries_in_any_order() -> None:
    page = held("""
        Northgate Bank
        Credit card statement
        Statement period 01/03/2025 to 31/03/2025

        Previous balance                                  100.00

        Date         Description                          Amount
        01/03/2025   Corner shop                           20.00
        17/03/2025   Payment received                     -50.00
        31/03/2025   Corner shop                            5.00

        New balance                                        75.00
        """)
    assert fails(page.printed(("01/03/2025   C", "18/03/2025   C"))) == []


def test_under_each_heading_the_days_begin_anew() -> None:
    page = held(
        text(
            "01/03/2025   Acme Ltd                          2,000.00",
            "Purchases",
            "10/03/2025   Corner shop              900.00",
            "17/03/2025   Corner shop               25.00",
            "Withdrawals",
            "02/03/2025   J Smith                   25.00",
            "31/03/2025   J Smith                    5.00",
        )
    )
    assert fails(page.printed()) == []
    assert fails(page.printed(("10/03", "18/03"))) == ["dates"]


BLOCKS = held(
    text(
        "01/03/2025   Acme Ltd",
        "             of March                         2,000.00",
        "17/03/2025   J Smith",
        "             of March                 900.00",
        "Order        Blue shop",
        "             of March                  50.00",
        "             Corner shop",
        "             of March                   5.00",
    )
)


@pytest.mark.parametrize(
    ("stands", "blank"),
    [("Order", True), ("31-O3-2025", False), ("31", False), ("Number31ofAll", True)],
)
def test_a_date_above_an_amount_is_not_left_out_for_being_unread(stands: str, blank: bool) -> None:
    """ "Number31ofAll" reaches beyond the column of dates, as a text does."""
    assert ("dates" not in fails(BLOCKS.printed(("Order", stands)))) is blank
