"""Which printed lines belong to a row: its own, and those that go on with what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.words import Box

if TYPE_CHECKING:
    from pipeline.words import Word

#: So many heights of a line further on it goes on with something else.
_APART = 1.0


@dataclass(frozen=True, slots=True)
class Printed:
    """A line of the statement on its page: ``box`` is where its figures stand, and ``said`` its
    description, which may go on above or below. ``paired`` if it has an entry."""

    line: int
    box: Box
    paired: bool
    said: str


@dataclass(frozen=True, slots=True)
class _Row:
    """Words that are printed beside each other."""

    top: float
    bottom: float
    words: Counter[str]

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2


def with_all_they_say(
    words: Sequence[Word], lines: Sequence[Printed], x0: float, x1: float
) -> Iterator[tuple[Printed, Box]]:
    """Each line with a box from ``x0`` to ``x1``, as high as all of its description is printed.
    ``words`` are those of the table and next to it, and ``lines`` all of the page's, for none
    reaches into another."""
    rows = _rows(words)
    tops, bottoms = _ends(lines)
    for each in lines:
        top, bottom = _as_high(each, rows, bottoms[each.line], tops[each.line])
        yield each, Box(x0, top, x1, bottom)


def _as_high(
    line: Printed, rows: Sequence[_Row], highest: float, lowest: float
) -> tuple[float, float]:
    """From where to where the line's description is printed, between ``highest`` and ``lowest``."""
    box, left = line.box, Counter(line.said.split())
    for row in rows:
        if box.top <= row.middle <= box.bottom:
            left -= row.words
    below = [row for row in rows if row.middle > box.bottom and row.bottom <= lowest]
    above = [row for row in rows if row.bottom <= box.top + 1 and row.top >= highest]
    bottom = _as_far(below, box.bottom, left)
    return _as_far(above[::-1], box.top, left), bottom


def _as_far(rows: Sequence[_Row], end: float, left: Counter[str]) -> float:
    """How far the rows go on that say nothing but what is left to be said."""
    for row in rows:
        gap = row.top - end if row.top >= end - 1 else end - row.bottom
        if row.words - left or gap > _APART * (row.bottom - row.top):
            break
        left.subtract(row.words)
        end = row.bottom if row.top >= end - 1 else row.top
    return end


def _rows(words: Sequence[Word]) -> list[_Row]:
    """The words in rows, from the top of the page on."""
    rows: list[_Row] = []
    for word in sorted(words, key=lambda each: each.top + each.bottom):
        text, top, bottom = word.text, word.top, word.bottom
        if rows and (top + bottom) / 2 <= rows[-1].bottom:
            last = rows[-1]
            last.words[text] += 1
            rows[-1] = _Row(min(last.top, top), max(last.bottom, bottom), last.words)
        else:
            rows.append(_Row(top, bottom, Counter([text])))
    return rows


def _ends(lines: Sequence[Printed]) -> tuple[dict[int, float], dict[int, float]]:
    """How far down and how far up each line may reach: to the next one."""
    order = sorted(lines, key=lambda each: each.box.top)
    tops = {each.line: float("inf") for each in order}
    bottoms = {each.line: 0.0 for each in order}
    for upper, lower in pairwise(order):
        tops[upper.line] = lower.box.top + 1
        bottoms[lower.line] = upper.box.bottom - 1
    return tops, bottoms
