"""The day of each entry: order of day and month and years, once for the whole statement.

Nothing here chooses: an order or a year counts only if no other one would do as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.proof.entries import Entry, Offered
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.period import Period

#: A purchase may be so much older than the day on which a card posts it.
CARD_GRACE = timedelta(days=62)
GRACE = timedelta(days=7)
_LATE = timedelta(days=7)
_YEAR = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which days entries may lie: from the words of the period, or up to the day of the
    statement."""

    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether a day lies within."""
        return self.first <= day <= self.last


def bounds_of(period: Period | None, day: date | None, early: timedelta) -> Bounds | None:
    """Within the period (``early`` days before it), else the year before ``day``."""
    if period is not None:
        return Bounds(period.start - early, period.end)
    return Bounds(day - _YEAR, day + _LATE) if day is not None else None


def days_in_printed_order(offered: Offered) -> list[PrintedDate | None]:
    """The date that counts for each entry: its own, or the last one above."""
    days: list[PrintedDate | None] = []
    current: PrintedDate | None = None
    for entry in offered.entries:
        current = entry.day.day if entry.day else current
        days.append(current)
    return days


def resolved(
    printed: Sequence[PrintedDate | None], month_first: bool, bounds: Bounds | None
) -> list[date] | None:
    """Each date as a day (printed order is the order of time or its reverse); None if a date is
    missing or impossible, or if the years can be chosen in more than one way."""
    days = [day for day in printed if day is not None]
    if len(days) < len(printed):
        return None
    if all(day.year is not None for day in days):
        full = [day for each in days if (day := each.resolve(month_first))]
        return full if len(full) == len(days) else None
    if bounds is None:
        return None
    chosen = [
        sequence
        for year in range(bounds.first.year, bounds.last.year + 1)
        if (sequence := _from(days, month_first, year)) and all(map(bounds.holds, sequence))
    ]
    return chosen[0] if len(chosen) == 1 else None


def _from(days: Sequence[PrintedDate], month_first: bool, year: int) -> list[date] | None:
    """The days if the first one lies in ``year``: from there on each year is the one that brings
    a date nearest to the one before it."""
    sequence: list[date] = []
    for printed in days:
        years = (year - 1, year, year + 1) if sequence else (year,)
        near = [day for each in years if (day := _in(printed, month_first, each))]
        if not near:
            return None
        last = sequence[-1] if sequence else near[0]
        sequence.append(min(near, key=lambda day: abs((day - last).days)))
        year = sequence[-1].year
    return sequence


def _in(printed: PrintedDate, month_first: bool, year: int) -> date | None:
    return printed.resolve(month_first, year if printed.year is None else None)


def orders_shown(days: Sequence[PrintedDate]) -> set[bool]:
    """Which orders of day and month the words themselves allow: True for month first."""
    return {day.order == "M" for day in days if day.order}


def same_in_both_orders(days: Sequence[PrintedDate]) -> bool:
    """Whether no date would be another under the other order."""
    return all(day.sure or day.day == day.month for day in days)


def out_of_order(days: Sequence[date], runs: Sequence[int], newest_first: bool) -> list[int]:
    """Places of entries that are dated before the one above them (after it, newest first), within
    one run: a heading begins another."""
    return [
        place
        for place, ((one, run), (two, other)) in enumerate(
            itertools.pairwise(zip(days, runs, strict=True)), start=1
        )
        if run == other and (two > one if newest_first else two < one)
    ]


def value_day(entry: Entry, booked: date, month_first: bool) -> date | None:
    """The day of an entry's second date: where no year is printed, the nearest to the first."""
    if entry.other is None:
        return None
    printed = entry.other.day
    if printed.year is not None:
        return printed.resolve(month_first)
    years = (booked.year - 1, booked.year, booked.year + 1)
    near = [day for year in years if (day := printed.resolve(month_first, year))]
    return min(near, key=lambda day: abs((day - booked).days), default=None)
