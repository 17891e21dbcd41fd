"""How near two rows are: in days, and in words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache

from pipeline.drafts import Line

ALIKE = 75
"""From here on two descriptions name the same thing."""
UNLIKE = 50
"""Up to here two descriptions name different things, and any likeness is chance."""
WORDS_OUTWEIGH = 40
"""A pairing whose words are so much better is not refused for its dates alone."""
CROWD = 64
"""Among more descriptions than this, only those of the same words are alike."""


@lru_cache(maxsize=65536)
def similarity(left: str, right: str) -> int:
    """0 to 100: how alike two descriptions are, whatever their word order, case or punctuation."""
    return round(_ratio()(plain(left), plain(right)))


@cache
def _ratio() -> Callable[[str, str], float]:
    """Loaded when first needed, as nothing but matching needs it."""
    from rapidfuzz.fuzz import token_set_ratio

    return token_set_ratio


def unlikeness(left: str, right: str) -> int:
    """0 for the same words to 50 for other words; how much other they are is only chance."""
    return 100 - max(similarity(left, right), UNLIKE)


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Its words alone, without case and punctuation."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def days_apart(line: Line, day: date) -> int | None:
    """Days from the entry's date to the nearer of booking and value date; None if undated."""
    return min((abs((d - day).days) for d in dates_of(line)), default=None)


def around(line: Line, days: Sequence[date], window: int) -> range:
    """Which of the sorted ``days`` may be at most ``window`` days from the line's dates: all from
    so long before the first to so long after the last."""
    dates = dates_of(line)
    if not dates:
        return range(0)
    reach = timedelta(days=window)
    return range(bisect_left(days, min(dates) - reach), bisect_right(days, max(dates) + reach))


def days_near(line: Line, window: int) -> set[date]:
    """Every day at most ``window`` days from a date of the line."""
    near = [timedelta(days=days) for days in range(-window, window + 1)]
    return {day + days for day in dates_of(line) for days in near}


def dates_of(line: Line) -> tuple[date, ...]:
    """Its booking and its value date, as far as they are printed."""
    return tuple(d for d in (line.date, line.value_date) if d is not None)
