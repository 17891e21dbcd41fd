"""Days of the calendar of Iran, which a document counts in only where it shows one."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pipeline.proof.parse.dates import SOLAR, is_solar, parse
from pipeline.proof.parse.solar import day_of
from pipeline.proof.sheet import all_rows
from tests.support.generated.calendars import solar
from tests.support.typewritten import page


@pytest.mark.parametrize(
    ("year", "month", "day", "same"),
    [
        (1370, 1, 1, date(1991, 3, 21)),
        (1403, 1, 1, date(2024, 3, 20)),
        (1403, 12, 30, date(2025, 3, 20)),
        (1404, 1, 1, date(2025, 3, 21)),
        (1404, 6, 31, date(2025, 9, 22)),
        (1404, 7, 1, date(2025, 9, 23)),
        (1404, 7, 30, date(2025, 10, 22)),
        (1404, 12, 29, date(2026, 3, 20)),
        (1429, 12, 29, date(2051, 3, 20)),
    ],
)
def test_a_day_is_that_of_printed_calendars(year: int, month: int, day: int, same: date) -> None:
    assert day_of(year, month, day) == same


@pytest.mark.parametrize(
    "day",
    [(1369, 1, 1), (1430, 1, 1), (1404, 0, 1), (1404, 13, 1), (1404, 1, 0), (1404, 6, 32),
     (1404, 7, 31), (1404, 12, 30), (1403, 12, 31)],
)  # fmt: skip
def test_there_is_no_such_day(day: tuple[int, int, int]) -> None:
    assert day_of(*day) is None


def test_each_day_of_a_generation_is_that_of_a_list_of_leap_years() -> None:
    first = date(2011, 3, 21)
    for after in range(9000):
        day = first + timedelta(days=after)
        assert day_of(*solar(day)) == day


@pytest.mark.parametrize("text", ["1404/01/05", "5/1/1404", "1404-1-5", "5فروردین1404"])
def test_a_day_of_the_solar_calendar_is_read_where_the_document_counts_in_it(text: str) -> None:
    assert parse(text, False, SOLAR) == (25, 3, 2025, True)
    assert parse(text) != (25, 3, 2025, True)


@pytest.mark.parametrize(
    ("text", "read"),
    [("25/03/2025", (25, 3, 2025, True)), ("01/05", None), ("05.01.25", None), ("5 مارس", None)],
)
def test_of_the_common_calendar_only_whole_dates_count_there(
    text: str, read: tuple[int, int, int, bool] | None
) -> None:
    assert parse(text.replace(" ", ""), False, SOLAR) == read


@pytest.mark.parametrize(
    ("text", "before", "shown"),
    [("1404/01/05", "", True), ("05/01/1404", "", True), ("1404", "فروردین", True),
     ("1404", "", False), ("1404", "Acme", False), ("04/01/05", "", False)],
)  # fmt: skip
def test_a_whole_date_shows_the_calendar(text: str, before: str, shown: bool) -> None:
    assert is_solar(text, before) is shown


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("تاریخ   1404/01/05", [(25, 3, 2025)]),
        ("1404 فروردین 5   تاریخ", [(25, 3, 2025)]),
        ("Ref   1404/01/05", []),
        ("تاریخ   05/06/2025", [(5, 6, 2025)]),
    ],
)
def test_only_a_page_in_its_letters_counts_so(text: str, days: list[tuple[int, int, int]]) -> None:
    (row,) = all_rows([page(text)])
    assert [(each.day, each.month, each.year) for each in row.dates] == days
