"""The period is what a label or a heading says, and nothing that only looks like one."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.proof.period import Candidates, Period, candidates, full_days, period_of_row
from pipeline.proof.rows import Row
from tests.support.typewritten import rows

MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))


def found(*lines: str, heading: bool = False, month_first: bool = False) -> Candidates:
    printed = rows("\n".join((*lines, "Fee 1.00")))[:-1]  # figures have a point here
    return candidates(printed, month_first, lambda _row: heading)


def days(period: Period | None) -> tuple[str, str] | None:
    return (str(period.start), str(period.end)) if period else None


def test_a_period_holds_both_its_days() -> None:
    assert MARCH.start in MARCH
    assert MARCH.end in MARCH
    assert date(2025, 2, 28) not in MARCH
    assert date(2025, 4, 1) not in MARCH


LABELLED = [
    ("Statement period 01/03/2025 to 31/03/2025", ("2025-03-01", "2025-03-31")),
    ("Statement period 01/03/2025 - 31/03/2025", ("2025-03-01", "2025-03-31")),
    ("Statement period 01/03/2025 31/03/2025", ("2025-03-01", "2025-03-31")),
    ("Statement period 01/03/2025 to 01/03/2025", ("2025-03-01", "2025-03-01")),
    ("Statement period 31/03/2025 to 01/03/2025", None),
    ("Statement period 01/03/2023 to 20/03/2025", ("2023-03-01", "2025-03-20")),
    ("Statement period 01/03/2023 to 21/03/2025", None),
    ("Statement period 24 Jun - 24 Jul 2017", ("2017-06-24", "2017-07-24")),
    ("Statement period 24 Dec - 24 Jan 2017", ("2016-12-24", "2017-01-24")),
    ("Statement period 24 Jun 2017 - 24 Jul", ("2017-06-24", "2017-07-24")),
    ("Statement period 24 Jul 2017 - 24 Jun", None),
    ("Statement period 24 Jun - 24 Jul", None),
    ("Statement period 24 Jul - 24 Jul 2017", None),
    ("Statement period 29 Feb - 24 Jul 2017", None),
    ("Statement period 24 Jul 2017", None),
    ("Statement period March 1-31, 2025", ("2025-03-01", "2025-03-31")),
    ("Statement period 1 to 31 March 2025", ("2025-03-01", "2025-03-31")),
    ("Statement period 1 to 31 February 2025", None),
    ("Statement period 1 to 31 Marvel 2025", None),
    ("Your previous statement period 01/03/2025 to 31/03/2025", None),
    ("From 01/03/2025 to 31/03/2025", ("2025-03-01", "2025-03-31")),
    ("Prices from 01/03/2025 to 31/03/2025", None),
    ("Period of interest 01/03/2025 to 31/03/2025", None),
    ("Statement period 01/03/2025 to 31/03/2025 Due 12.50", ("2025-03-01", "2025-03-31")),
    ("Due 12.50 Statement period 01/03/2025 to 31/03/2025", None),
    ("Statement period 01/03/2025 of your own year until 31/03/2025", None),
    ("Statement period 01/03/2025 to 31/03/2025 and 01/04/2025 to 30/04/2025", None),
]


@pytest.mark.parametrize(
    ("line", "is_range"),
    [
        ("01/03/2025 - 31/03/2025", True),
        ("Statement of 01/03/2025 to 31/03/2025", True),
        ("March 1-31, 2025", True),
        ("Le 1er au 31 mars 2025", True),
        ("Fees 01/03/2025 - 31/03/2025", False),
        ("VAT year 01/03/2025 - 31/03/2025", False),
        ("Sale March 1-31, 2025", False),
        ("Statement of fees 01/03/2025 to 31/03/2025", False),
    ],
)
def test_a_heading_says_nothing_but_the_range(line: str, is_range: bool) -> None:
    assert found(line, heading=True).agreed == (MARCH if is_range else None)


@pytest.mark.parametrize(("line", "expected"), LABELLED, ids=[line for line, _ in LABELLED])
def test_a_label_names_the_period(line: str, expected: tuple[str, str] | None) -> None:
    assert days(found(line).agreed) == expected


def test_a_range_without_a_label_counts_in_a_heading_alone() -> None:
    line = "01/03/2025 to 31/03/2025"
    assert found(line, heading=True).headed == {MARCH}
    assert found(line, heading=True).agreed == MARCH
    assert found(line).agreed is None
    assert found("Offer 01/03/2025 to 31/03/2025", heading=True).agreed is None
    assert found("12.50 01/03/2025 to 31/03/2025", heading=True).agreed is None


def test_a_label_counts_before_a_heading() -> None:
    line = "Statement period 01/03/2025 to 31/03/2025"
    both = found(line, "02/03/2025 to 30/03/2025", heading=True)
    assert both.labelled == {MARCH}
    assert both.agreed == MARCH


def test_two_labels_that_differ_agree_on_none() -> None:
    one, two = (f"Statement period 0{n}/03/2025 to 31/03/2025" for n in (1, 2))
    assert found(one, two).agreed is None
    assert len(found(one, two).strongest) == 2
    assert found(one, one).agreed == MARCH


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Statement period 0?/03/2025 to 31/03/2025", True),
        ("Statement period 0?/03/2025 to 3?/03/2025", True),
        ("Statement period 12", False),
        ("Statement period 123", False),
        ("Statement period 12?34", True),
        ("Statement period 01/03/2025 to 31/03/2025", False),
        ("Statement period", False),
    ],
)
def test_a_damaged_period_is_not_made_up_for_by_a_heading(line: str, named: bool) -> None:
    both = found(line, "02/03/2025 to 30/03/2025", heading=True)
    assert both.named is named
    if named:
        assert both.agreed is None


def test_the_order_of_day_and_month_is_the_conventions() -> None:
    line = "Statement period 01/03/2025 to 05/04/2025"
    assert days(found(line).agreed) == ("2025-03-01", "2025-04-05")
    assert days(found(line, month_first=True).agreed) == ("2025-01-03", "2025-05-04")


def test_a_first_and_a_last_day_may_stand_on_rows_of_their_own() -> None:
    one, two = "Statement period from 01/03/2025", "Statement period to 31/03/2025"
    assert found(one, two).agreed == MARCH
    assert found(one, "a", "b", two).agreed == MARCH
    assert found(one, "a", "b", "c", two).agreed is None
    assert found(two, one).agreed is None


def ends(*lines: str) -> list[Row]:
    return rows("\n".join(lines))


def test_the_days_of_both_balances_are_a_period_where_nothing_else_is() -> None:
    opening, closing = ends("Balance on 01/03/2025 5.00", "Balance on 31/03/2025 7.00")
    chosen = candidates([], False, lambda _row: False, [opening, closing])
    assert chosen.balances == {MARCH}
    assert chosen.agreed == MARCH
    assert candidates([], False, lambda _row: False, [closing, opening]).agreed is None
    assert candidates([], False, lambda _row: False, [opening, None]).agreed is None
    assert candidates([], False, lambda _row: False, [None, closing]).agreed is None


@pytest.mark.parametrize("day", ["28/02/2025", "02/03/2025", "31/01/2025"])
def test_a_balance_of_any_other_day_than_the_first_may_be_the_evening_before(day: str) -> None:
    opening, closing = ends(f"Solde au {day} 5.00", "Solde au 31/03/2025 7.00")
    assert candidates([], False, lambda _row: False, [opening, closing]).agreed is None


def test_a_heading_counts_before_the_days_of_the_balances() -> None:
    heading, opening, closing = ends(
        "02/03/2025 to 30/03/2025", "Balance on 01/03/2025 5.00", "Balance on 31/03/2025 7.00"
    )
    chosen = candidates([heading], False, lambda _row: True, [opening, closing])
    assert days(chosen.agreed) == ("2025-03-02", "2025-03-30")


@pytest.mark.parametrize(
    ("line", "prints"),
    [
        ("Statement period 01/03/2025 to 31/03/2025", True),
        ("01/03/2025 to 31/03/2025", True),
        ("Statement period from 01/03/2025", True),
        ("Statement period to 31/03/2025", True),
        ("Statement period to 30/03/2025", False),
        ("Printed on 31/03/2025", False),
        ("Offer 01/03/2025 to 31/03/2025", False),
    ],
)
def test_the_rows_that_print_a_period_are_known(line: str, prints: bool) -> None:
    (row,) = rows(line)
    assert bool(period_of_row(row, MARCH)) is prints


def test_a_day_without_a_year_is_no_full_day() -> None:
    (row,) = rows("03/04/2025 and 31/02/2025 and 4 April")
    assert full_days(row.dates, False) == [date(2025, 4, 3)]
    assert full_days(row.dates, True) == [date(2025, 3, 4)]
