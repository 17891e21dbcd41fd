"""Drawings on an account's page: its balance over time, and its last months as a strip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from app.queries.account_pages import BalanceHistory, BalancePoint
from app.web.pages.coverage import month_of, words_of
from pipeline.review.coverage import Month, MonthState

#: In units of the drawing.
WIDTH: Final = 720
HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 12, 24
_MARK: Final = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """What a statement says: a disc where the ledger agrees, else a rhombus (``agrees`` False)."""

    x: int
    y: int
    agrees: bool
    rhombus: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `WIDTH` by `HEIGHT`; ``nought`` is where 0 is, None if it is not in sight."""

    line: str
    marks: tuple[Mark, ...]
    nought: int | None
    first: date
    last: date
    highest: Decimal
    lowest: Decimal
    differing: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(history: BalanceHistory) -> Chart | None:
    """The drawing; None of less than two days, for there is no time between."""
    points = history.points
    if len(points) < 2:
        return None
    said = [each.page for each in points if each.page is not None]
    values = [*(balance for _, balance in history.course), *said]
    scale = _ChartScale(points[0].day, points[-1].day, min(values), max(values))
    marks = tuple(_mark(each, each.page, scale) for each in points if each.page is not None)
    return Chart(
        line=_steps([(scale.x(day), scale.y(balance)) for day, balance in history.course]),
        marks=marks,
        nought=scale.y(Decimal()) if scale.lowest <= 0 <= scale.highest else None,
        first=scale.first,
        last=scale.last,
        highest=scale.highest,
        lowest=scale.lowest,
        differing=sum(not mark.agrees for mark in marks),
    )


@dataclass(frozen=True, slots=True)
class _ChartScale:
    first: date
    last: date
    lowest: Decimal
    highest: Decimal

    def x(self, day: date) -> int:
        """Where a day is."""
        span = (self.last - self.first).days
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (day - self.first).days // span

    def y(self, balance: Decimal) -> int:
        """Where a balance is; in the middle if all are the same."""
        span, height = self.highest - self.lowest, HEIGHT - _TOP - _BOTTOM
        if not span:
            return _TOP + height // 2
        return _TOP + int(height * (self.highest - balance) / span)


def _steps(course: Sequence[tuple[int, int]]) -> str:
    """A balance stays as it is up to the day that changes it."""
    before = course[0][1]
    corners = []
    for x, y in course:
        corners += [f"{x},{before}"] if y != before else []
        corners.append(f"{x},{y}")
        before = y
    return " ".join(corners)


def _mark(point: BalancePoint, page: Decimal, scale: _ChartScale) -> Mark:
    x, y = scale.x(point.day), scale.y(page)
    corners = (x, y - _MARK), (x + _MARK, y), (x, y + _MARK), (x - _MARK, y)
    return Mark(x, y, page == point.ledger, " ".join(f"{a},{b}" for a, b in corners))


#: How wide a month is drawn, and how high, by its state.
STEP: Final = 10
HIGH: Final = 16
_BAR: Final = 8
_HEIGHTS: Final = {
    MonthState.COVERED: HIGH,
    MonthState.MISSING: HIGH,
    MonthState.MISMATCHED: HIGH // 2,
    MonthState.AMBIGUOUS: HIGH // 2,
    MonthState.DUPLICATE: HIGH // 2,
    MonthState.NOT_EXPECTED: 2,
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One month."""

    kind: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The months, and the same in words: ``covered 3, missing 9``."""

    bars: tuple[Bar, ...]
    words: str
    first: str
    last: str
    width: int
    height: int = HIGH


def strip_of(months: Sequence[Month]) -> Strip:
    """The strip of some months, of which there is at least one."""
    counts = Counter(words_of(each) for each in months)
    return Strip(
        tuple(_bar(number, each) for number, each in enumerate(months)),
        ", ".join(f"{words} {count}" for words, count in counts.items()),
        month_of(months[0]),
        month_of(months[-1]),
        STEP * len(months),
    )


def _bar(number: int, month: Month) -> Bar:
    closed = month.locked and month.state is MonthState.COVERED
    height = _HEIGHTS[month.state]
    kind = "locked" if closed else month.state.value
    return Bar(kind, number * STEP + 1, HIGH - height, _BAR, height)
