"""Which words are a label of the period, and which beside it make the row say something else."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.proof.period import Candidates, Period, candidates, period_of_row
from pipeline.proof.rows import Row
from tests.support.typewritten import rows

MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))
DAYS = "01/03/2025 to 31/03/2025"


def printed(*lines: str) -> list[Row]:
    return rows("\n".join((*lines, "Fee 1.00")))[:-1]  # figures have a point here


def found(*lines: str, heading: bool = False) -> Candidates:
    return candidates(printed(*lines), False, lambda _row: heading)


@pytest.mark.parametrize(
    ("line", "labelled"),
    [
        (f"Ihre Periode {DAYS}", True),
        (f"Your period {DAYS}", False),
        (f"Your period of {DAYS}", False),
        (f"Period {DAYS}", True),
        (f"From {DAYS}", True),
        (f"Del {DAYS}", False),
        (f"Ваш период {DAYS}", True),
        (f"Ваш дел {DAYS}", False),
        (f"Your statement period {DAYS}", True),
        (f"Other statement period {DAYS}", False),
        (f"Other   Statement period {DAYS}", True),
        (f"Mastercard the statement period {DAYS}", True),
        (f"Account number statement period {DAYS}", True),
        (f"Issue date and statement period {DAYS}", True),
        (f"Closing date of statement and statement period {DAYS}", True),
        (f"Abrechnung: Statement period {DAYS}", True),
        (f"Description statement period {DAYS}", False),
        (f"Opening balance and statement period {DAYS}", False),
        (f"Visa prices statement period {DAYS}", False),
        (f"Prices account number statement period {DAYS}", False),
        (f"Statement period {DAYS} 12.50", True),
        (f"12.50 Statement period {DAYS} 13.50", False),
    ],
)
def test_a_label_of_the_period(line: str, labelled: bool) -> None:
    assert found(line).labelled == ({MARCH} if labelled else set())
    assert found("Offer 01/01/2025 to 02/01/2025", line).agreed == (MARCH if labelled else None)


@pytest.mark.parametrize(
    ("line", "headed"),
    [
        (DAYS, True),
        (f"Your period {DAYS}", False),
        (f"Prices {DAYS}", False),
        (f"{DAYS} prices", False),
        (f"Prices   {DAYS}", True),
        (f"Kontoauszug {DAYS}", True),
        (f"Mastercard {DAYS}", True),
        (f"Other statement period   {DAYS}", False),
        (f"{DAYS} and 12.50", False),
        ("1 March 2025 to 31 March 2025", True),
        ("1 to 31 March 2025", True),
        ("1 March 2025 to 31 March", False),
        ("1 March to 31 March 2025", True),
        ("31 February to 31 March 2025", False),
        ("van 01/03/2025 tot en met 31/03/2025", True),
        ("01/03/2025 prices to the 31/03/2025", False),
    ],
)
def test_a_heading_speaks_of_nothing_else(line: str, headed: bool) -> None:
    assert found(line, heading=True).headed == ({MARCH} if headed else set())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Statement period Mar 1-31, 2025", MARCH),
        ("Statement period March 1-31, 1999", Period(date(1999, 3, 1), date(1999, 3, 31))),
        ("Statement period 31 Feb - 24 Jul 2025", None),
        ("Statement period from 01/03/2025 Due 12.50", None),
        ("Statement period 01/03/2025 12.50 31/03/2025", None),
        ("Statement period 01/03/2025 up to 31/03/2025", None),
    ],
)
def test_ranges_that_are_printed_short(line: str, expected: Period | None) -> None:
    assert found(line).agreed == expected


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Statement period 12?34 a b c d e f g h i j k", True),
        ("Statement period 12?34 a b c d e f g h i j k l", False),
        ("Statement period 12?34 statement dates", True),
        ("Account number 12345678 Statement period", False),
    ],
)
def test_a_damaged_period_stands_behind_its_label_in_no_sentence(line: str, named: bool) -> None:
    assert found(line).named is named


def test_both_ends_may_stand_anywhere_on_the_page() -> None:
    one, two = "Statement period from 01/03/2025", "Statement period to 31/03/2025"
    assert found("a", "b", one, two).agreed == MARCH


@pytest.mark.parametrize(
    ("line", "prints"),
    [
        ("Statement period 03/01/2025 to 03/31/2025", True),
        ("Statement period from 03/01/2025", True),
        ("Statement period 1 March 2025 to 31 March", True),
        ("Statement period 1 March to 31 March 2025", True),
        ("Statement period of 2025", False),
    ],
)
def test_the_rows_that_print_a_period_are_known_in_either_order(line: str, prints: bool) -> None:
    (row,) = printed(line)
    assert bool(period_of_row(row, MARCH)) is prints


def test_a_heading_prints_the_period_in_either_order() -> None:
    (row,) = printed("03/01/2025 to 03/04/2025")
    for days in ((date(2025, 3, 1), date(2025, 3, 4)), (date(2025, 1, 3), date(2025, 4, 3))):
        assert period_of_row(row, Period(*days))
    assert not period_of_row(row, Period(date(2025, 3, 1), date(2025, 4, 3)))


CLOSES = "Statement closing day 31/03/2025"


@pytest.mark.parametrize(
    ("lines", "closing", "expected"),
    [
        ((CLOSES,), None, {MARCH}),
        ((f"Account number and {CLOSES}",), None, {MARCH}),
        (("Printed on 31/03/2025",), None, set()),
        (("Account number 31/03/2025",), None, set()),
        ((f"{CLOSES} 30/03/2025",), None, set()),
        ((CLOSES, "Statement closing day 30/03/2025"), None, set()),
        (("Statement closing day 30/03/2025",), "Balance on 31/03/2025 7.00", {MARCH}),
        ((), "Balance on 31/03/2025 of 30/03/2025 7.00", set()),
        ((), "Balance on 31 March 7.00", set()),
    ],
)
def test_the_day_on_which_the_statement_closes_is_its_last(
    lines: tuple[str, ...], closing: str | None, expected: set[Period]
) -> None:
    (opening,) = rows("Balance on 1 March 5.00")
    ends: list[Row | None] = [opening, rows(closing)[0] if closing else None]
    beside = printed(*lines) if lines else []
    assert candidates(beside, False, lambda _row: False, ends).balances == expected


@pytest.mark.parametrize(
    ("line", "labelled"),
    [
        ("Statement period 01/03/2025 through 31/03/2025", True),
        ("Statement period 01/03/2025 of course 31/03/2025", False),
        (f"Statement period prices {DAYS}", False),
        (f"01/02/2025 Statement period prices {DAYS}", False),
        (f"01/02/2025 Statement period {DAYS}", True),
    ],
)
def test_a_word_behind_the_label_or_between_the_days(line: str, labelled: bool) -> None:
    assert found(line).labelled == ({MARCH} if labelled else set())


@pytest.mark.parametrize(
    ("line", "headed"),
    [
        ("01/03/2025 cash 31/03/2025", False),
        (f"cash {DAYS}", False),
        (f"{DAYS} cash", True),
        (f"{DAYS} costs", False),
        ("自 01/03/2025 至 31/03/2025", True),
        (f"даты {DAYS}", True),
        (f"датам {DAYS}", False),
        (f"Mars {DAYS}", True),
        ("令和7年3月1日 to 令和7年3月31日", True),
        ("Saturday 01/03/2025 to Monday 31/03/2025", True),
        ("Shopping 01/03/2025 to Monday 31/03/2025", False),
    ],
)
def test_words_that_join_days_and_weekdays_are_no_sentence(line: str, headed: bool) -> None:
    assert found(line, heading=True).headed == ({MARCH} if headed else set())


@pytest.mark.parametrize(
    ("line", "prints"),
    [
        ("March 1-31, 2025", True),
        ("1 March 2025 to 31 March", True),
        ("March 1-30, 2025", False),
    ],
)
def test_a_row_prints_a_period_without_its_label_as_well(line: str, prints: bool) -> None:
    (row,) = printed(line)
    assert bool(period_of_row(row, MARCH)) is prints


def test_two_rows_with_a_day_each_are_a_period_if_both_bear_its_label() -> None:
    start, end = "Statement period from 01/03/2025", "Statement period to 31/03/2025"
    assert found(start, end).agreed == MARCH
    assert found("Printed on 01/03/2025", end).agreed is None
    assert found(start, "Printed on 31/03/2025").agreed is None
    assert found("Printed on 01/03/2025", "Sent on 31/03/2025").agreed is None


def test_a_balances_row_has_one_day_alone() -> None:
    (closing,) = rows("Balance on 31/03/2025 7.00")
    for opening, expected in (("1 March", {MARCH}), ("1 March of 1 March", set())):
        (row,) = rows(f"Balance on {opening} 5.00")
        assert candidates([], False, lambda _row: False, [row, closing]).balances == expected


def test_the_word_between_two_days_of_a_month_is_no_part_of_its_name() -> None:
    assert found("Statement period March 1 to 31, 2025").agreed == MARCH
