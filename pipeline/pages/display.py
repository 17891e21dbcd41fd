"""Boxes from a page's own space to what a person sees: turned, cropped, y downwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.pages.pdfium_words import Boxes, PageText


def displayed_boxes(pages: Sequence[PageText]) -> Boxes:
    """One box a word, for all words of all pages: left, top, right, bottom, in points."""
    sizes = [len(page.texts) for page in pages]
    boxes = _union(np.concatenate([page.corners for page in pages]))
    bounds = np.repeat(np.array([page.bounds for page in pages], np.float32), sizes, axis=0)
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
