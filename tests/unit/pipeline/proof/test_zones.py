"""A column reaches as far as what was read in it, a table as far as its rows follow each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.entries import Offered
from pipeline.proof.witness import Section, Witness
from pipeline.proof.zones import Zones
from pipeline.words import Box
from tests.support.kernel import Held, held, row_with
from tests.support.typewritten import LEADING, WIDTH

TITLE = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025
"""

PAGE = held(f"""{TITLE}
    Opening balance                                                            100.00
    Reference 5.50 of 6.50 and 7.50 and 8.50

    Text       Booked       Valued       Description   Money out   Money in     Balance
    Receipt    01/03/2025   02/03/2025   Acme Ltd                  2,000.00    2,100.00
    Receipt    10/03/2025   12/03/2025   Acme Ltd                       9.00   2,109.00
    Payment    17/03/2025   17/03/2025   J Smith          950.00               1,159.00
    Payment    31/03/2025   31/03/2025   Shop 5.25          5.00               1,154.00

    Closing balance                                                          1,154.00
    """)


def columns(first: int, last: int) -> tuple[float, float]:
    """From the left edge of one character of the page to the right edge of another."""
    return first * WIDTH, last * WIDTH


def laid(page: Held = PAGE) -> tuple[Offered, Zones]:
    """A page as the rules ask it, with its columns."""
    found = page.offered()
    return found, Zones(found)


def test_a_column_reaches_from_the_least_to_the_greatest_edge_of_what_is_read_in_it() -> None:
    _, zones = laid()
    assert zones.of(1) == {
        "date": columns(11, 21),
        "value_date": columns(24, 34),
        "debit": columns(54, 60),
        "credit": columns(63, 72),
        "balance": columns(75, 83),
    }


def test_a_figure_stands_in_the_column_that_holds_its_middle() -> None:
    found, zones = laid()
    row = found.lexed.rows[row_with(found, "J Smith")]
    assert [zones.role_of(row, figure) for figure in row.figures] == ["debit", "balance"]
    row = found.lexed.rows[row_with(found, "10/03/2025")]
    assert [zones.role_of(row, figure) for figure in row.figures] == ["credit", "balance"]
    row = found.lexed.rows[row_with(found, "Shop")]
    assert zones.role_of(row, row.figures[0]) is None


def test_a_column_of_amounts_is_one_of_money() -> None:
    found = held(f"""{TITLE}
    Opening balance                100.00
    01/03/2025   Acme Ltd        2,000.00
    Closing balance              2,100.00
    """).offered()
    row = found.lexed.rows[row_with(found, "Acme")]
    assert Zones(found).role_of(row, row.figures[0]) == "amount"


def test_only_what_stands_above_or_below_a_date_is_in_its_column() -> None:
    found, zones = laid()
    row = found.lexed.rows[row_with(found, "J Smith")]
    assert [word.text for word in row.words if zones.in_dates(row, word)] == ["17/03/2025"]
    first, second = row.dates
    assert (zones.in_dates(row, first), zones.in_dates(row, second)) == (True, False)


def test_a_figure_left_of_money_ends_before_every_column_of_money() -> None:
    found, zones = laid()
    row = found.lexed.rows[row_with(found, "Shop")]
    assert [zones.left_of_money(row, figure) for figure in row.figures] == [True, False, False]


CARRIED = held(
    f"""{TITLE}
    Opening balance                                      100.00
    Reference 5.50
    """,
    """
    Date         Description     Money out   Money in
    01/03/2025   Acme Ltd                    2,000.00
    """,
    """
    Terms and conditions

    Letters cost 3.50
    """,
    """
    Date         Description     Money out   Money in
    17/03/2025   J Smith            950.00
    31/03/2025   Corner shop          5.00

    Closing balance                                    1,145.00
    """,
    """
    Letters cost 3.50
    """,
)


def test_a_page_without_entries_has_the_columns_of_the_nearest_page_before_it() -> None:
    zones = Zones(CARRIED.offered())
    assert [sorted(zones.of(page)) for page in (1, 2, 3, 4, 5)] == [
        [],
        ["credit", "date"],
        ["credit", "date"],
        ["date", "debit"],
        ["date", "debit"],
    ]


def test_before_the_first_entry_nothing_stands_in_or_left_of_a_column() -> None:
    found = CARRIED.offered()
    zones, row = Zones(found), found.lexed.rows[row_with(found, "Reference")]
    assert not zones.left_of_money(row, row.figures[0])
    assert zones.role_of(row, row.figures[0]) is None
    assert not zones.in_dates(row, row.words[0])


def test_a_page_without_entries_has_no_table() -> None:
    _, zones = laid(CARRIED)
    assert tables(*CARRIED.texts) == ["01/03/2025", "17/03/2025", "31/03/2025"]
    assert zones.holds(3, Box(0.0, 0.0, 600.0, 20.0)) is None


@pytest.mark.parametrize(
    ("first", "last", "role"),
    [
        (62, 64, "credit"),
        (70, 73, "credit"),
        (61, 62, None),
        (73, 74, None),
        (50, 53, None),
        (53, 55, "debit"),
        (35, 40, None),
        (84, 90, None),
        (0, 10, None),
        (20, 23, "date"),
    ],
)
def test_ink_lies_in_a_column_that_it_overlaps(first: int, last: int, role: str | None) -> None:
    found, zones = laid()
    row = found.lexed.rows[row_with(found, "10/03/2025")]
    left, right = columns(first, last)
    assert zones.holds(1, Box(left, row.top, right, row.bottom)) == role


def test_ink_above_or_below_the_table_lies_in_no_column() -> None:
    found, zones = laid()
    rows = found.lexed.rows
    first, last = rows[row_with(found, "02/03/2025")], rows[row_with(found, "Shop")]
    left, right = columns(63, 72)

    def lying(middle: float) -> str | None:
        return zones.holds(1, Box(left, middle - 9, right, middle + 9))

    assert [lying(at) for at in (first.top - 1, first.top + 1)] == [None, "credit"]
    assert [lying(at) for at in (last.bottom - 1, last.bottom + 1)] == ["credit", None]


def tables(*texts: str) -> list[str]:
    """The first words of the rows that stand in a table."""
    found = held(*texts).offered()
    zones = Zones(found)
    return [row.words[0].text for i, row in enumerate(found.lexed.rows) if zones.within(i)]


def test_rows_that_follow_a_table_without_a_gap_are_of_it_and_those_behind_one_are_not() -> None:
    assert tables(f"""{TITLE}
    Opening balance                100.00

    Apart

    Above
    01/03/2025   Acme Ltd        2,000.00
    Below

    Beyond

    Closing balance              2,100.00
    """) == ["Above", "01/03/2025", "Below"]


def test_a_gap_is_more_than_one_and_a_half_of_the_widest_step_between_entries() -> None:
    assert tables(f"""{TITLE}
    Opening balance                100.00

    Apart



    Above

    01/03/2025   Acme Ltd        2,000.00

    17/03/2025   J Smith          -950.00
    31/03/2025   Corner shop        -5.00

    Below



    Apart

    Closing balance              1,145.00
    """) == ["Above", "01/03/2025", "17/03/2025", "31/03/2025", "Below"]


def test_a_row_with_a_label_ends_a_table() -> None:
    assert tables(f"""{TITLE}
    Opening balance                100.00
    01/03/2025   Acme Ltd        2,000.00
    17/03/2025   J Smith          -950.00
    Closing balance              1,150.00
    """) == ["01/03/2025", "17/03/2025"]


def test_a_row_that_counts_pages_ends_a_table() -> None:
    assert tables(f"""{TITLE}
    Opening balance                100.00

    Page 1 of 2
    01/03/2025   Acme Ltd        2,000.00
    17/03/2025   J Smith          -950.00
    """, """
    Date         Description       Amount
    31/03/2025   Corner shop        -5.00
    Page 2 of 2

    Closing balance              1,145.00
    """) == ["01/03/2025", "17/03/2025", "Date", "31/03/2025"]  # fmt: skip


def test_a_table_ends_with_its_page() -> None:
    found = CARRIED.offered()
    zones, row = Zones(found), found.lexed.rows[row_with(found, "Acme")]
    left, right = columns(45, 53)
    assert zones.holds(2, Box(left, row.top, right, row.bottom)) == "credit"
    assert zones.holds(2, Box(left, row.top + LEADING, right, row.bottom + LEADING)) is None


def test_a_table_ends_with_its_section() -> None:
    page = held(f"""{TITLE}
    Opening balance                100.00

    Outside
    Above
    Date         Description       Amount
    01/03/2025   Acme Ltd        2,000.00
    31/03/2025   Corner shop        -5.00
    Below
    Without

    Closing balance              2,095.00
    """)
    whole = page.offered()
    above, below = row_with(whole, "Above"), row_with(whole, "Below")

    def cut(witness: Witness) -> Witness:
        return replace(witness, section=Section(above, below + 1), opening=None, closing=None)

    zones = Zones(page.offered(cut))
    within = [i for i in range(len(whole.lexed.rows)) if zones.within(i)]
    assert within == list(range(above, below + 1))
