"""The last months of an account as a small strip: each state has a form of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.web.coverage.cells import month_of, words_of
from pipeline.review.coverage import Month, MonthState

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
