"""The currency of a statement's own figures, headers and rows, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.currency import currency_check, currency_of, digits_of
from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import place_of
from pipeline.proof.witness import Side, WitnessRow
from tests.support.kernel import entries_of
from tests.support.typewritten import rows

ENTRY = "01/03/2025   Shop     5.00"
AMOUNT = "Date         Shop     Amount in {}"


def code(page: Offered, beside: tuple[str, ...] = (), front: tuple[str, ...] = ()) -> str | None:
    around, ahead = (rows("\n".join((*lines, "Fee"))) for lines in (beside, front))
    found, conflict = currency_of(page, around, ahead)
    return "contradicts" if conflict else found


def balanced(text: str) -> Offered:
    """A page of which each entry's second figure is the balance beside it."""
    plain = entries_of(text)
    witness = plain.witness
    lines = [
        replace(line, balance=place_of(row, row.figures[1].first, row.figures[1].last))
        for line, row in zip(
            witness.rows, (plain.lexed.rows[entry.row] for entry in plain.entries), strict=True
        )
    ]
    return offered(plain.lexed, replace(witness, rows=tuple(lines)))


def test_the_figures_of_entries_tell() -> None:
    assert code(entries_of(ENTRY.replace("  5", "€5"))) == "EUR"
    assert code(entries_of(ENTRY)) is None
    assert code(entries_of("€7.00   Shop", ENTRY)) is None


def test_the_balances_beside_them_tell() -> None:
    assert code(balanced(f"{ENTRY}     €5.00")) == "EUR"
    assert code(entries_of(f"{ENTRY}     €5.00")) is None


def test_both_ends_tell() -> None:
    page = entries_of(f"{ENTRY}\nClosing balance    €5.00")
    assert code(page) is None
    row = page.lexed.rows[1]
    closed = replace(page.witness, closing=place_of(row, row.figures[0].first, row.figures[0].last))
    assert code(offered(page.lexed, closed)) == "EUR"


TWO = "\n".join((AMOUNT.format("EUR"), ENTRY, AMOUNT.format("GBP"), ENTRY, AMOUNT.format("CHF")))


@pytest.mark.parametrize(
    ("start", "stop", "expected"),
    [(0, 2, "EUR"), (1, 2, None), (2, 4, "GBP"), (1, 4, "GBP"), (0, 4, None), (3, 5, "CHF")],
)
def test_the_headers_of_the_section_tell(start: int, stop: int, expected: str | None) -> None:
    assert code(entries_of(TWO, start=start, stop=stop)) == expected


def test_a_dollar_is_american_where_all_dates_have_the_month_first() -> None:
    dollar = ENTRY.replace("  5", " $5")
    assert code(entries_of(dollar.replace("01/03", "03/31"))) == "USD"
    assert code(entries_of(dollar.replace("01/03", "31/03"))) is None
    assert code(entries_of(dollar)) is None
    both = "\n".join((dollar.replace("01/03", "03/31"), dollar.replace("01/03", "31/03")))
    assert code(entries_of(both)) is None


def test_the_front_tells_where_the_section_does_not() -> None:
    plain, euro = entries_of(ENTRY), entries_of(ENTRY.replace("  5", "€5"))
    assert code(plain, front=("Currency GBP",)) == "GBP"
    assert code(plain, ("Currency EUR",), ("Currency GBP",)) == "EUR"
    assert code(euro, front=("Currency GBP",)) == "EUR"
    assert code(euro, ("Currency CHF",), ("Currency GBP",)) == "contradicts"
    assert code(plain, front=("Toronto M5V 2T6",)) is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("01/03/2025   Shop  TOP  5.00", "02/03/2025   Shop  TOP  6.00"), "TOP"),
        (("01/03/2025   Shop  5.00  TOP", "02/03/2025   Shop  TOP  6.00"), "TOP"),
        (("01/03/2025   Shop  5.00  TOP", "02/03/2025   Shop  6.00  TOP"), "TOP"),
        (("01/03/2025   Shop  TOP  5.00", "02/03/2025   Shop  6.00"), None),
        (("01/03/2025   TOP  Shop  5.00", "02/03/2025   TOP  Shop  6.00"), None),
        (("01/03/2025   Shop  5.00  Shop  TOP", "02/03/2025   Shop  6.00  Shop  TOP"), None),
        (("01/03/2025   Shop  5.00", "02/03/2025   Shop  6.00"), None),
        (("01/03/2025   TOP  5.00  KM", "02/03/2025   TOP  6.00  KM"), "contradicts"),
    ],
)
def test_a_code_that_may_be_a_word_tells_right_beside_every_figure(
    lines: tuple[str, ...], expected: str | None
) -> None:
    assert code(entries_of("\n".join(lines))) == expected


def test_no_figure_stands_beside_no_code() -> None:
    none = replace(entries_of(ENTRY), entries=())
    assert code(none) is None


def test_a_printed_currency_passes_and_a_contradiction_fails() -> None:
    printed = currency_check("EUR", "")
    assert (printed.name, printed.state, printed.detail) == ("currency", CheckState.PASSED, "EUR")
    absent = currency_check(None, "")
    assert (absent.state, absent.detail) == (CheckState.UNAVAILABLE, "")
    denied = currency_check(None, "figures in two")
    assert (denied.state, denied.detail) == (CheckState.FAILED, "figures in two")


def test_the_minor_digits_of_a_currency() -> None:
    assert [digits_of(each) for each in ("EUR", "JPY", "KWD")] == [2, 0, 3]
    assert digits_of(None) is None
    assert digits_of("XAU") is None


def amounts(text: str) -> Offered:
    """A page of which each row with a figure is an entry, whatever it begins with."""
    plain = entries_of(f"{text}\n{ENTRY}")
    places = [
        place_of(row, row.figures[0].first, row.figures[0].last) for row in plain.lexed.rows[:-1]
    ]
    rows = tuple(WitnessRow(place, Side.AMOUNT, None) for place in places)
    return offered(plain.lexed, replace(plain.witness, rows=rows))


def test_a_code_may_begin_a_row_and_stands_beside_no_figure_at_the_rows_other_end() -> None:
    assert code(amounts("TOP  5.00\nTOP  6.00")) == "TOP"
    assert code(amounts("5.00  Shop  TOP\n6.00  Shop  TOP")) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Currency   TOP", "TOP"),
        ("Account   Currency   TOP", "TOP"),
        ("Account   Currency TOP   Branch", "TOP"),
        ("Account   TOP   Currency   Branch", None),
        ("全部金额以人民币计", "CNY"),
    ],
)
def test_a_label_names_what_stands_right_behind_it(line: str, expected: str | None) -> None:
    assert code(entries_of(ENTRY), (line,)) == expected


def test_letters_before_one_amount_of_several_may_end_its_text() -> None:
    """ "lei" is Italian for "her"; where each amount or a balance has it, it is a currency."""
    other = "02/03/2025   Shop   6.00"

    assert code(entries_of(f"01/03/2025   Da lei 5.00\n{other}")) is None
    assert code(entries_of(f"01/03/2025   Fee TL 5.00\n{other}")) is None
    assert code(entries_of("01/03/2025   Shop lei 5.00\n02/03/2025   Shop   lei 6.00")) == "RON"
    assert code(entries_of(f"01/03/2025   Shop zł 5.00\n{other}")) == "PLN"


PART = "{heading}\nOpening balance   5.00\n01/03/2025   Shop   {sign}5.00"


def of_part(heading: str, sign: str = "") -> str | None:
    """The currency of the second of two statements on a page."""
    text = "\n".join((PART.format(heading="GBP account", sign=""), PART.format(
        heading=heading, sign=sign)))  # fmt: skip
    page = entries_of(text)
    own = replace(page.witness, section=replace(page.witness.section, start=3))
    return code(offered(page.lexed, replace(own, rows=own.rows[1:])))


def test_a_heading_tells_the_currency_of_a_part() -> None:
    assert of_part("MXN account") == "MXN"
    assert of_part("MXN account", "$") == "MXN"
    assert of_part("MXN account", "¥") != "MXN"
    assert of_part("MXN account", "€") == "EUR"
    assert of_part("MXN account\nUSD account") is None
    assert of_part("Account") is None


def test_a_heading_of_the_whole_document_tells_nothing() -> None:
    assert code(entries_of("MXN account\n01/03/2025   Shop   5.00")) is None
