"""Which days a statement that ties out locks: those that agree for good, and not a day more."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from pipeline.proof import Agreement

_A_DAY: Final = timedelta(days=1)
#: Two statements are neighbours if no more days lie between the last line and the next one's first.
_NEIGHBOURS: Final = 7
#: A neighbour's last day and closing balance, or its first day and opening balance.
_Edge = tuple[date, int | None]


def locked_days(
    agreement: Agreement, earlier: _Edge | None = None, later: _Edge | None = None
) -> tuple[date, date] | None:
    """From the first line to the day before the last; None for no day.

    A period by a person adds its days; so does one by a confirmed layout, and so does a neighbour
    whose balance is this one's: the ``earlier`` statement or the ``later`` one. Days between two
    statements belong to the later. Of a statement of which pages are missing, or that is carried
    on elsewhere, no day is locked but by a person's period.
    """
    reading = agreement.reading
    if reading is None or not agreement.ties_out:
        return None
    period = next(e.source for e in agreement.hypotheses if e.name == "period")
    incomplete = any(objection.incomplete for objection in agreement.page.objections)
    if period == "person" or (period == "layout" and not incomplete):
        return reading.first, reading.last
    days = [line.day for line in reading.lines]
    if incomplete or not days:
        return None
    first, last = min(days), max(days)
    if earlier and _joins(agreement, earlier[1], reading.opening) and _near(earlier[0], first):
        first = min(first, earlier[0] + _A_DAY)
    joined = later and _joins(agreement, later[1], reading.closing) and _near(last, later[0])
    last = last if joined else last - _A_DAY
    return (first, last) if first <= last else None


def _joins(agreement: Agreement, one: int | None, other: int | None) -> bool:
    """Whether a balance joins two statements: it is not zero, and no other account's."""
    others = (balance for each in agreement.side.others for balance in (each.opening, each.closing))
    return bool(one) and one == other and other not in others


def _near(one: date, two: date) -> bool:
    """Whether the second day is at most a week after the first, and not before it."""
    return 0 <= (two - one).days <= _NEIGHBOURS
