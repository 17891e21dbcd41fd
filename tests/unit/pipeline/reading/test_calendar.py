"""Order of day and month, and missing years, are decided for the whole statement at once."""

import datetime

from pipeline.reading.facts.calendar import Calendar, calendar_of
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.sheet import printed_years
from tests.support.typewritten import rows


def calendar(head: str, *entries: str, american: bool = False) -> tuple[Calendar, list[str]]:
    printed = rows("\n".join((head, *entries)))
    above = len(head.split("\n"))
    days: list[PrintedDate] = [row.dates[0] for row in printed[above:]]
    found = calendar_of(printed, days, printed_years(printed), american)
    return found, [str(found.resolve(day)) for day in days]


def test_one_row_that_can_only_be_day_first_decides_for_all() -> None:
    found, days = calendar("Statement", "03/04/2025 a", "25/04/2025 b")
    assert not found.month_first
    assert days == ["2025-04-03", "2025-04-25"]


def test_the_printed_period_decides_where_no_row_does() -> None:
    head = "Statement period 03/01/2025 to 03/31/2025"
    assert calendar(head, "03/02/2025 a", "03/05/2025 b")[1] == ["2025-03-02", "2025-03-05"]


def test_where_nothing_decides_the_order_is_in_doubt() -> None:
    found, _ = calendar("Statement", "03/04/2025 a", "04/03/2025 b")
    assert found.doubt == "order of day and month"


def test_a_period_whose_first_day_has_no_year_takes_it_from_the_last() -> None:
    found, _ = calendar("Statement period 24 Dec - 24 Jan 2017", "27 Dec a", "3 Jan b")
    assert found.period is not None
    assert (found.period.start, found.period.end) == (
        datetime.date(2016, 12, 24),
        datetime.date(2017, 1, 24),
    )


def test_without_a_period_the_years_lie_before_the_statements_date() -> None:
    assert calendar("Statement date 10 January 2025", "20 Dec a", "3 Jan b")[1] == [
        "2024-12-20",
        "2025-01-03",
    ]


def test_a_year_that_nothing_tells_is_in_doubt() -> None:
    assert calendar("Statement", "20 Dec a", "3 Jan b")[0].doubt == "the year"
