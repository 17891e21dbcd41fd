"""Days of the solar calendar, in which Iran counts: 1 Farvardin 1404 is 21 March 2025."""

from __future__ import annotations

from datetime import date, timedelta

SOLAR_FIRST, _LAST_YEAR = 1370, 1429
"""Of a lunar year no statement of these numbers can be: 1429 of the moon was 2008."""
_FIRST_DAY = (1991, 3, 21)
_HALF = 6  # months of 31 days, before those of 30


def day_of(year: int, month: int, day: int) -> date | None:
    """The day; None if the calendar has none such, or the year is no statement's."""
    if not (SOLAR_FIRST <= year <= _LAST_YEAR and 1 <= month <= 12):
        return None
    if not 1 <= day <= _length(year, month):
        return None
    days = sum(365 + _is_leap(each) for each in range(SOLAR_FIRST, year))
    days += 31 * min(month - 1, _HALF) + 30 * max(month - 1 - _HALF, 0) + day - 1
    return date(*_FIRST_DAY) + timedelta(days=days)


def _length(year: int, month: int) -> int:
    if month == 12:
        return 29 + _is_leap(year)
    return 31 if month <= _HALF else 30


def _is_leap(year: int) -> bool:
    """By the cycle of 33 years, which is that of the sun for centuries around ours."""
    return (25 * year + 11) % 33 < 8
