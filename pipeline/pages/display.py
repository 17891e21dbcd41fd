"""From a page's own space to what a person sees: turned, cropped, y downwards; each word once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.pdfium_words import Boxes, PageText
from pipeline.pages.words import Word

_SAME_PLACE = 0.35  # of a word's height: nearer than this, equal words are one drawn twice
_LINE = 4.0  # points: how far doubles are looked for
_PAGE = 1e5  # more points than a page is wide, more lines than it is high


def displayed_words(pages: Sequence[PageText]) -> list[tuple[Word, ...]]:
    """The words of each page in display space, in points, doubles dropped."""
    sizes = [len(page.texts) for page in pages]
    texts = [text for page in pages for text in page.texts]
    boxes = _displayed_boxes(pages, sizes)
    words = list(map(tuple.__new__, repeat(Word), zip(texts, *boxes.T.tolist(), strict=True)))
    ends = np.cumsum([0, *sizes]).tolist()
    doubles = _doubles(words, boxes, np.repeat(np.arange(len(sizes)), sizes))
    if not doubles:
        return [tuple(words[start:stop]) for start, stop in pairwise(ends)]
    return [
        tuple(words[index] for index in range(start, stop) if index not in doubles)
        for start, stop in pairwise(ends)
    ]


def _displayed_boxes(pages: Sequence[PageText], sizes: list[int]) -> Boxes:
    corners = np.concatenate([page.corners for page in pages])
    bounds = np.repeat(np.array([page.bounds for page in pages], np.float32), sizes, axis=0)
    boxes = _union(corners)
    turns = {page.quarter_turns for page in pages}
    if len(turns) == 1:
        return to_display(boxes, bounds, turns.pop())
    turn_of_word = np.repeat([page.quarter_turns for page in pages], sizes)
    for turn in turns:
        chosen = turn_of_word == turn
        boxes[chosen] = to_display(boxes[chosen], bounds[chosen], turn)
    return boxes


def _union(corners: Boxes) -> Boxes:
    """One box from the boxes of each word's first and last character."""
    first, last = corners[:, :4], corners[:, 4:]
    boxes = np.minimum(first, last)
    np.maximum(first[:, 1:3], last[:, 1:3], out=boxes[:, 1:3])
    return boxes


def to_display(boxes: Boxes, bounds: Boxes, quarter_turns: int) -> Boxes:
    """Boxes of a page's own space as left, top, right, bottom from its top-left corner as shown.

    ``bounds`` holds the visible part of the page for each box; ``quarter_turns`` is clockwise.
    """
    left, top, right, bottom = bounds.T
    x0, y1, x1, y0 = boxes.T
    if quarter_turns == 1:
        sides = (y0 - bottom, x0 - left, y1 - bottom, x1 - left)
    elif quarter_turns == 2:
        sides = (right - x1, y0 - bottom, right - x0, y1 - bottom)
    elif quarter_turns == 3:
        sides = (top - y1, right - x1, top - y0, right - x0)
    else:
        sides = (x0 - left, top - y1, x1 - left, top - y0)
    return np.stack(sides, 1)


def _doubles(words: list[Word], boxes: Boxes, page_of_word: NDArray[np.int_]) -> set[int]:
    """Words drawn again over themselves (fake bold, a layer printed twice)."""
    doubles: set[int] = set()
    for offset in (0.0, 0.5):  # so that rounding cannot part a pair both times
        lines = (boxes[:, 1] / _LINE + offset).round() + page_of_word * _PAGE
        keys = lines * _PAGE + boxes[:, 0]
        order = np.argsort(keys)
        close = np.flatnonzero(np.diff(keys[order]) < _LINE)
        pairs = zip(order[close].tolist(), order[close + 1].tolist(), strict=True)
        doubles |= {max(pair) for pair in pairs if _same_place(*map(words.__getitem__, pair))}
    return doubles


def _same_place(one: Word, other: Word) -> bool:
    limit = _SAME_PLACE * (one.bottom - one.top)
    return one.text == other.text and all(
        abs(a - b) < limit for a, b in zip(one[1:], other[1:], strict=True)
    )
