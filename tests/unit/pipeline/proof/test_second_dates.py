"""The second date of a row is the one right behind the first, or under a column of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.lexed import LexedPages
from pipeline.proof.parse.figures import Style
from pipeline.proof.second_dates import dates_below, is_value_date, second_date
from pipeline.proof.witness import Witness
from tests.support.kernel import fails, held
from tests.support.typewritten import document, page


def second(text: str, first: int = 0) -> str | None:
    lexed = LexedPages(document(text).pages).under(Style.POINT)
    last = len(lexed.rows) - 1
    found = second_date(lexed, last, lexed.rows[last].dates[first])
    return str(found.resolve(False)) if found else None


HEADER = "Date        Details        Value date    Amount\n"


@pytest.mark.parametrize(
    ("text", "first", "expected"),
    [
        ("01/03/2025 02/03/2025 Shop 5.00", 0, "2025-03-02"),
        ("01/03/2025 02/03/2025 Shop 5.00", 1, None),
        ("01/03/2025 Shop 02/03/2025 5.00", 0, None),
        ("01/03/2025 Shop 5.00", 0, None),
        (f"{HEADER}01/03/2025  Shop           02/03/2025      5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  02/03/2025 Shop                5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  of 02/03/2025                  5.00", 0, None),
        (f"{HEADER}01/03/2025  of 03/03/2025  02/03/2025      5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  Shop           02/03/2025      5.00", 1, "2025-03-01"),
    ],
)
def test_the_second_date_of_a_row(text: str, first: int, expected: str | None) -> None:
    assert second(text, first) == expected


def test_columns_of_dates_are_those_of_the_header_above() -> None:
    row = "01/03/2025  Shop           02/03/2025      5.00"
    assert second(f"Details     Amount\n{row}") is None
    assert second(f"{HEADER}{row}\nDetails     Amount\n{row}") is None


def test_a_date_is_not_its_own_second_one() -> None:
    """It ends a point left of the column of the other."""
    printed = page("Details           Value date   Amount\nto     01/03/2025        5.00")
    words = list(printed.words)
    value, day = words[1], words[-2]
    words[-2] = day._replace(x0=value.x0 - 41, x1=value.x0 - 1)
    lexed = LexedPages([replace(printed, words=tuple(words))]).under(Style.POINT)
    assert second_date(lexed, 1, lexed.rows[1].dates[0]) is None


def test_another_date_in_the_firsts_own_column_is_none() -> None:
    header = "Transaction date        Details       Amount\n"
    assert second(f"{header}14/03 x 15/03           Shop            5.00") is None


@pytest.mark.parametrize(
    ("x0", "x1", "found"),
    [
        (70.0, 105.0, None),
        (70.0, 105.5, "2025-03-02"),
        (108.0, 148.0, "2025-03-02"),
        (150.5, 188.0, "2025-03-02"),
        (151.0, 188.0, None),
    ],
)
def test_a_date_that_reaches_into_such_a_column(x0: float, x1: float, found: str | None) -> None:
    """The column "Value date" stands between 108 and 148 points, with 3 points to spare."""
    printed = page(f"{HEADER}01/03/2025  in  02/03/2025                      5.00")
    words = list(printed.words)
    words[-2] = words[-2]._replace(x0=x0, x1=x1)
    lexed = LexedPages([replace(printed, words=tuple(words))]).under(Style.POINT)
    day = second_date(lexed, 1, lexed.rows[1].dates[0])
    assert (str(day.resolve(False)) if day else None) == found


def below(*lines: str) -> list[int]:
    """The rows below entries, of those that begin with a date and have a figure."""
    lexed = LexedPages(document("\n".join(lines)).pages).under(Style.POINT)
    dated = [(i, row.dates[0]) for i, row in enumerate(lexed.rows) if row.looks_like_entry]
    return dates_below(lexed, dated, len(lexed.rows))


ONE = "01/03/2025   Shop   5.00"
TWO = "07/03/2025   Shop   6.00"
VALUE = "08/03/2025   Ref"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((ONE, VALUE, TWO, VALUE), [1, 3]),
        ((ONE, "Text", VALUE, TWO, VALUE, "Text"), [2, 4]),
        ((ONE, VALUE, TWO), []),
        ((ONE, VALUE), []),
        ((ONE, VALUE, VALUE, TWO, VALUE), []),
        ((ONE, VALUE, TWO, f"{' ' * 14}{VALUE}"), []),
        ((ONE, VALUE, TWO, "of 08/03/2025"), []),
        ((ONE, VALUE, TWO, f"{VALUE} 7,000"), []),
    ],
)
def test_a_date_below_each_entry_is_its_second_one(
    lines: tuple[str, ...], found: list[int]
) -> None:
    assert below(*lines) == found


STACKED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    03/03/2025   Ref 77
    17/03/2025   J Smith                  950.00
    18/03/2025   Ref 78
    31/03/2025   Corner shop                5.00
    31/03/2025   Ref 79

    Closing balance                                1,145.00
    """)


def test_second_dates_below_the_first_are_facts_and_not_left_out() -> None:
    proof = STACKED.printed()
    assert [row.value_date for row in proof.rows] == [None] * 3
    named = STACKED.texts[0].replace("Description ", "Text        ").replace("Date  ", "Valuta")
    proof = STACKED.prove(named)
    assert [row.value_date and row.value_date.day for row in proof.rows] == [3, 18, 31]

    def without(witness: Witness) -> Witness:
        rows = tuple(replace(row, value_date=None) for row in witness.rows)
        return replace(witness, rows=rows)

    assert "dates" in fails(STACKED.prove(*STACKED.texts, change=without))


def test_a_row_that_has_no_date_below_makes_the_others_unread() -> None:
    text = STACKED.texts[0].replace("18/03/2025   Ref", "Reference    Ref")
    rows = STACKED.witness.rows
    bare = replace(STACKED.witness, rows=tuple(replace(r, value_date=None) for r in rows))
    assert "nothing_passed_over" in fails(replace(STACKED, witness=bare).prove(text))


def is_fact(text: str) -> bool:
    """Whether the last date of a row of these lines is a fact beside the first one above it."""
    lexed = LexedPages(document(text).pages).under(Style.POINT)
    entry = next(i for i, row in enumerate(lexed.rows) if row.looks_like_entry)
    below = max(i for i, row in enumerate(lexed.rows) if row.dates)
    rows = lexed.rows
    return is_value_date(lexed, entry, rows[entry].dates[0], below, rows[below].dates[-1])


DAYS = "01/03/2025   Shop {:<11}5.00   {}"
BEHIND = "01/03/2025 02/03/2025 Shop 5.00"


@pytest.mark.parametrize(
    ("header", "row", "fact"),
    [
        ("", BEHIND, True),
        ("Date       Posted     Details    Amount", BEHIND, True),
        ("Date       Value date Details    Amount", BEHIND, True),
        ("Date         Details       Amount   Value date", DAYS.format("", "02/03/2025"), True),
        ("Date         Details       Amount   Date", DAYS.format("", "02/03/2025"), False),
        ("Date         Details Date            Amount", DAYS.format("   02/03/2025  ", ""), True),
        ("Date         Details       Amount", DAYS.format("", "\n02/03/2025   due"), False),
        ("Value date   Details       Amount", DAYS.format("", "\n02/03/2025   Ref"), True),
    ],
)
def test_a_second_date_is_a_fact_where_its_place_is_a_value_dates(
    header: str, row: str, fact: bool
) -> None:
    assert is_fact(f"{header}\n{row}" if header else row) is fact
