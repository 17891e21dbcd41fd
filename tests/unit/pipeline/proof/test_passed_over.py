"""No figure, no row that begins like an entry and no heading is passed over without a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import prove_page
from pipeline.proof.witness import Excuse, Place, Reason, Witness
from pipeline.reading.offer import with_excuses
from tests.support.kernel import fails, held
from tests.support.typewritten import document, only, read

TEXT = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
                 of order 12.50
    17/03/2025   J Smith 3.10             950.00
    31/03/2025   Corner shop                5.00
                 USD 5.60
    31/03/2025   Corner shop                0.00

    Closing balance                                1,145.00
    Total paid in                                  2,000.00
    Ask us for 7.25 more
    """
PAGE = held(TEXT)


def test_each_figure_that_is_not_used_has_a_reason() -> None:
    lexed = LexedPages(document(TEXT).pages)
    words = lexed.pages[0].words
    excused = with_excuses(PAGE.witness, lexed).excused
    found = {" ".join(words[w].text for w in e.figure.words): e.reason for e in excused}
    assert found == {
        "12.50": Reason.TEXT,
        "3.10": Reason.TEXT,
        "USD 5.60": Reason.TEXT,
        "2,000.00": Reason.AGREES,
        "7.25": Reason.OUTSIDE,
    }


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        ("12.50", {Reason.TEXT}),
        ("3.10", {Reason.TEXT}),
        ("5.60", {Reason.FOREIGN, Reason.TEXT}),
        ("7.25", {Reason.OUTSIDE}),
    ],
)
def test_a_reason_that_does_not_hold_excuses_nothing(text: str, holding: set[Reason]) -> None:
    lexed = LexedPages(document(TEXT).pages)
    words = lexed.pages[0].words
    witness = with_excuses(PAGE.witness, lexed)
    for reason in Reason:
        excused = tuple(
            Excuse(each.figure, reason) if words[each.figure.words[-1]].text == text else each
            for each in witness.excused
        )
        proof = prove_page(lexed, replace(witness, excused=excused))
        assert fails(proof) == ([] if reason in holding else ["nothing_passed_over"])


def test_a_figure_without_an_excuse_is_passed_over() -> None:
    lexed = LexedPages(document(TEXT).pages)
    witness = with_excuses(PAGE.witness, lexed)
    for place in range(len(witness.excused)):
        left = (*witness.excused[:place], *witness.excused[place + 1 :])
        proof = prove_page(lexed, replace(witness, excused=left))
        assert fails(proof) == ["nothing_passed_over"]


def test_an_excuse_of_what_needs_none_is_refused() -> None:
    lexed = LexedPages(document(TEXT).pages)
    witness = with_excuses(PAGE.witness, lexed)
    for excuse in (
        witness.excused[0],
        Excuse(witness.rows[0].amount, Reason.TEXT),
        Excuse(Place(1, (0,)), Reason.TEXT),
    ):
        with pytest.raises(WitnessRefused):
            prove_page(lexed, replace(witness, excused=(*witness.excused, excuse)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("             of order 12.50", "             of order                 12.50"),
        ("             of order 12.50", "             of order                          12.50"),
        ("             of order 12.50", "             of order                          1?.50"),
        ("             of order 12.50", "             of order                          ??"),
        ("             of order 12.50", "18/03/2025   order    12.50"),
        ("             of order 12.50", "18/03/2025   order    word"),
    ],
)
def test_what_stands_where_money_or_dates_do_is_read(old: str, new: str) -> None:
    assert "nothing_passed_over" in fails(PAGE.printed((old, new)))


def test_words_in_the_columns_of_money_are_text() -> None:
    line = "             of order 12.50"
    assert fails(PAGE.printed((line, "             of order                          and"))) == []
    assert fails(PAGE.printed((line, "             of order                          -"))) == []


SKIPPED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00
    31/03/2025   Corner shop                5.00

    Closing balance                                1,145.00

    Pending transactions
    02/04/2025   Corner shop                9.00
    03/04/2025   Corner shop                8.00
    """)


def test_rows_below_a_heading_of_another_list_are_none_of_the_statement() -> None:
    assert fails(SKIPPED.printed()) == []
    shown = SKIPPED.printed(("Pending transactions", "Northgate transactions"))
    assert "nothing_passed_over" in fails(shown)


def test_an_entry_below_such_a_heading_is_none() -> None:
    text = SKIPPED.texts[0].replace(
        "    01/03/2025   Acme", "    Pending transactions\n    01/03/2025   Acme"
    )
    draft = only(read(text))
    assert draft.proof is None or not draft.proof.proven or len(draft.proof.rows) == 0


LISTED = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description              Amount
    01/03/2025   Acme Ltd                 -20.00
    17/03/2025   Corner shop               -5.00
    {}

    Closing balance                                   75.00
    """
LIST = held(LISTED.format(""))


@pytest.mark.parametrize(
    "rows",
    [
        ("31/03/2025   Total Fitness Gym        -30.00", "31/03/2025   Total refund    30.00"),
        ("31/03/2025   Transfer to account      -30.00", "31/03/2025   From account    30.00"),
        ("", "31/03/2025   Gym       -30.00", "31/03/2025   Gym        30.00"),
        ("", "3l/03/2025   Gym                      -30.00", "3l/03/2025   Gym      30.00"),
        ("", "31/03/2025                            -30.00", "31/03/2025             30.00"),
        ("", "31/03/2025   Gym                      -3O.O0"),
        ("", "3l/03/2025   Gym                      -3O.O0"),
    ],
)
def test_rows_that_cancel_are_not_passed_over(rows: tuple[str, ...]) -> None:
    page = LISTED.format("\n    ".join(rows))

    def closed(witness: Witness) -> Witness:
        lexed = LexedPages(document(page).pages).under(witness.convention.style)
        end = next(row for row in lexed.rows if row.text.startswith("Closing"))
        closing = Place(1, tuple(end.ids[-1:]))
        return replace(witness, closing=closing)

    assert fails(LIST.prove(page, change=closed)) == ["nothing_passed_over"]


@pytest.mark.parametrize(
    "row",
    ["31/03/2025   Gym -30.00", "             Gym                     -30.00",
     "31/03/2025   Gym                     -3O.O0"],
)  # fmt: skip
def test_no_page_of_the_list_is_passed_over(row: str) -> None:
    header = "    Date         Description              Amount"
    head = "\n".join(LIST.texts)
    fee = row.replace("-30.00", " 30.00")
    assert fails(LIST.prove(head, "    Some words of the bank\n    Fees of 30.00 may be due")) == []
    assert fails(LIST.prove(head, f"{header}\n    {row}\n    {fee}")) == ["nothing_passed_over"]


def test_a_dated_row_that_says_little_else_than_a_label_is_none() -> None:
    assert LIST.with_lines("", "    31/03/2025   Closing balance         75.00").proven


def test_a_day_in_the_heading_with_a_box_beside_it_is_none() -> None:
    boxed = LIST.printed(("Northgate Bank", "31/03/2025" + 60 * " " + "9.00"))
    assert fails(boxed) == []
    above_the_amounts = LIST.printed(("Northgate Bank", "31/03/2025" + 29 * " " + "9.00"))
    assert fails(above_the_amounts) == ["nothing_passed_over"]


def test_a_total_on_an_entrys_own_row_may_be_a_second_amount() -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                       100.00

        Date         Description            Money in   Money out
        01/03/2025   Acme Ltd               2,000.00
        17/03/2025   J Smith                              950.00
        31/03/2025   Corner shop of us                      5.00

        Closing balance                     1,145.00
        """)
    row = "Corner shop of us                      5.00"
    twice = page.printed((row, "Total paid in          2,000.00        5.00"))
    assert fails(twice) == ["nothing_passed_over"]


def test_on_a_page_without_header_or_entry_nothing_is_of_a_table() -> None:
    row = "    31/03/2025   Gym                     -30.00"
    fee = row.replace("-30.00", " 30.00")
    plain = LIST.prove("\n".join(LIST.texts), f"    Some words of the bank\n{row}\n{fee}")
    assert fails(plain) == ["nothing_passed_over"]
