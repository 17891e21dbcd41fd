"""Days and months without a year, brought in order (section 13)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TypeAlias

from tests.second_checker.date_text import DateText

Parts: TypeAlias = tuple[int, int, int | None]
"""Day, month and perhaps the year, as they are read."""
Span: TypeAlias = tuple[date, date]


def parts(text: DateText, month_first: bool) -> Parts:
    """A printed date under an order."""
    if text.unsure and month_first:
        return text.month, text.day, text.year
    return text.day, text.month, text.year


def day_of(year: int, month: int, day: int) -> date | None:
    """The day, if there is one."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def full_day(text: DateText, month_first: bool) -> date | None:
    """A date that prints its year."""
    day, month, year = parts(text, month_first)
    return None if year is None else day_of(year, month, day)


def nearest(of: Parts, to: date) -> date | None:
    """The date with the year that brings it nearest to another."""
    day, month, year = of
    if year is not None:
        return day_of(year, month, day)
    tried = [day_of(y, month, day) for y in (to.year - 1, to.year, to.year + 1)]
    found = [each for each in tried if each]
    return min(found, key=lambda each: abs(each - to), default=None)


def sequence(printed: Sequence[Parts], year: int) -> list[date] | None:
    """All days, if the first is of a year."""
    day, month, own = printed[0]
    first = day_of(year if own is None else own, month, day)
    if first is None:
        return None
    found = [first]
    for each in printed[1:]:
        following = nearest(each, found[-1])
        if following is None:
            return None
        found.append(following)
    return found


def within(days: Sequence[date], span: Span) -> bool:
    return all(span[0] <= day <= span[1] for day in days)


def sequences(printed: Sequence[Parts], span: Span | None) -> list[list[date]]:
    """All ways to read the dates: within the bounds, unless each prints its year."""
    if all(year is not None for _, _, year in printed):
        days = [day_of(y or 0, m, d) for d, m, y in printed]
        return [[day for day in days if day]] if all(days) else []
    if span is None:
        return []
    tried = (sequence(printed, year) for year in range(span[0].year, span[1].year + 1))
    found = [each for each in tried if each and within(each, span)]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def days_before(day: date, days: int) -> date:
    return day - timedelta(days=min(days, (day - date.min).days))


def days_after(day: date, days: int) -> date:
    return day + timedelta(days=min(days, (date.max - day).days))
