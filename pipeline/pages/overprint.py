"""Words printed over each other: the same word twice (fake bold), or two that clash."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.display import Columns
from pipeline.words import Word

_SAME_PLACE = 0.35  # of a word's height: nearer than this, equal words are one drawn twice
_CLASH = 0.6  # of the smaller word, in width and in height: more than kerning ever shares
_LINE = 4.0  # points: how far apart, downwards, overprinted words are looked for
_PAGE = 1e5  # more points than a page is wide, more lines than it is high


@dataclass(frozen=True, slots=True)
class Overprint:
    """Indices of words to drop, and pairs of different words in one place."""

    doubles: set[int]
    clashes: tuple[tuple[int, int], ...]


def overprinted(
    words: list[Word], boxes: Columns, page_of_word: NDArray[np.int_], unseen: set[int]
) -> Overprint:
    """Find them among the words that are seen; ``boxes`` runs parallel to ``words``."""
    doubles: set[int] = set()
    clashes: set[tuple[int, int]] = set()
    for pair in _in_one_place(boxes, page_of_word):
        one, other = (words[index] for index in pair)
        if not unseen.isdisjoint(pair):
            continue
        if one.text == other.text and _same_place(one, other):
            doubles.add(max(pair))
        elif one.text != other.text and _clashing(one, other):
            clashes.add((min(pair), max(pair)))
    return Overprint(doubles, tuple(sorted(clashes)))


def _in_one_place(boxes: Columns, page_of_word: NDArray[np.int_]) -> list[tuple[int, int]]:
    """Pairs of words that follow each other on a line and begin before the other ends."""
    pairs: list[tuple[int, int]] = []
    reach = (1 - _CLASH) * (boxes.right - boxes.left)
    first_line = page_of_word * _PAGE
    for offset in (0.0, 0.5):  # so that rounding cannot part a pair both times
        keys = ((boxes.top / _LINE + offset).round() + first_line) * _PAGE + boxes.left
        order = keys.argsort()
        shared = (np.diff(keys[order]) < reach[order[:-1]]).nonzero()[0]
        pairs += zip(order[shared].tolist(), order[shared + 1].tolist(), strict=True)
    return pairs


def _same_place(one: Word, other: Word) -> bool:
    limit = _SAME_PLACE * (one.bottom - one.top)
    return all(abs(a - b) < limit for a, b in zip(one[1:], other[1:], strict=True))


def _clashing(one: Word, other: Word) -> bool:
    heights = sorted((one.bottom - one.top, other.bottom - other.top))
    narrower = min(one.x1 - one.x0, other.x1 - other.x0)
    shared_width = min(one.x1, other.x1) - max(one.x0, other.x0)
    shared_height = min(one.bottom, other.bottom) - max(one.top, other.top)
    alike = heights[1] < 2 * heights[0]  # a watermark lies across many words and clashes with none
    return alike and shared_width > _CLASH * narrower and shared_height > _CLASH * heights[0]
