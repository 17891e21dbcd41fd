"""Which words of a page stand on one line, at any angle: what all that reads a page starts from."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Final, NamedTuple

from pipeline.words import Page, Word

Rows = tuple[tuple[int, ...], ...]
"""The words of each row, by their places among the page's words, in the order of reading."""

#: A word begins a new row if its middle lies lower than that of the row's first word by more than
#: this part of the first word's height.
_BELOW: Final = 0.35
#: Words so much higher or lower than usual (a watermark, fine print) are on rows of their own.
_HUGE: Final = 3.2
_FINE: Final = 0.35
_UPRIGHT: Final = 1.6  # times as high as wide: a word of three letters is printed upright


class _Placed(NamedTuple):
    """A word's place, and its box as it would be if its line ran from left to right."""

    place: int
    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        return self.bottom - self.top


def with_rows(page: Page, turns: Sequence[int] = ()) -> Page:
    """The page with its rows; ``turns`` are the quarter turns of each word, clockwise, where they
    are known."""
    return replace(page, rows=rows_of(page.words, turns))


def rows_of(words: Sequence[Word], turns: Sequence[int] = ()) -> Rows:
    """The rows from top to bottom, and behind them those of words that are turned, huge or fine."""
    usual = median([word.bottom - word.top for word in words]) if words else 0.0
    groups: dict[tuple[int, int], list[_Placed]] = defaultdict(list)
    for place, word in enumerate(words):
        turn = turns[place] if turns else _turn_of(word)
        placed = _turned(place, word, turn)
        size = 1 if placed.height >= _HUGE * usual else -1 if placed.height < _FINE * usual else 0
        groups[turn, size].append(placed)
    order = sorted(groups, key=lambda key: (key != (0, 0), key))
    return tuple(row for key in order for row in _lines(groups[key]))


def _turn_of(word: Word) -> int:
    """A guess by the box alone: a word that is much higher than wide reads upwards."""
    high = word.bottom - word.top >= _UPRIGHT * (word.x1 - word.x0)
    return 3 if high and len(word.text) > 2 else 0


def _turned(place: int, word: Word, turn: int) -> _Placed:
    _, x0, top, x1, bottom = word
    if turn == 1:  # reads downwards
        return _Placed(place, top, -x1, bottom, -x0)
    if turn == 2:
        return _Placed(place, -x1, -bottom, -x0, -top)
    if turn == 3:  # reads upwards
        return _Placed(place, -bottom, x0, -top, x1)
    return _Placed(place, x0, top, x1, bottom)


def _lines(words: list[_Placed]) -> list[tuple[int, ...]]:
    words.sort(key=lambda word: (word.middle, word.x0))
    rows: list[list[_Placed]] = []
    middle = tolerance = 0.0
    for word in words:
        if rows and word.middle - middle <= tolerance:
            rows[-1].append(word)
            continue
        rows.append([word])
        middle, tolerance = word.middle, _BELOW * word.height
    parts = (part for row in rows for part in _apart(row))
    return [tuple(word.place for word in sorted(part, key=lambda w: w.x0)) for part in parts]


def _apart(words: list[_Placed]) -> list[list[_Placed]]:
    """One row, or two if its words lie over each other: a footer printed across the last line."""
    words.sort(key=lambda word: word.x0)
    over = any(
        left.x1 - right.x0 > 0.3 * min(left.x1 - left.x0, right.x1 - right.x0)
        for left, right in itertools.pairwise(words)
    )
    if not over:
        return [words]
    words.sort(key=lambda word: word.top + word.bottom)
    parts = [[words[0]]]
    for above, word in itertools.pairwise(words):
        if word.middle - above.middle > 0.6:
            parts.append([])
        parts[-1].append(word)
    return parts
