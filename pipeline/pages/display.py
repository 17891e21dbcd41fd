"""Boxes from a page's own space to what a person sees: turned, cropped, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.pdfium_words import PageText

Floats = NDArray[np.float32]


class Columns(NamedTuple):
    """The boxes of many words, a side at a time, in points from the top-left corner as shown."""

    left: Floats
    top: Floats
    right: Floats
    bottom: Floats


class Bounds(NamedTuple):
    """The visible part of a page in its own space, where y grows upwards."""

    left: Floats
    top: Floats
    right: Floats
    bottom: Floats


def displayed(pages: Sequence[PageText]) -> Columns:
    """The boxes of all words of all pages."""
    corners = pages[0].corners if len(pages) == 1 else np.concatenate([p.corners for p in pages])
    spaces = {(page.bounds, page.quarter_turns) for page in pages}
    if len(spaces) == 1:
        bounds, turns = spaces.pop()
        return _turned(corners, Bounds(*np.array(bounds, np.float32)[:, None]), turns)
    return _by_turn(corners, pages)


def _by_turn(corners: Floats, pages: Sequence[PageText]) -> Columns:
    """Pages of different size or rotation: each word with its own page's bounds."""
    sizes = [len(page.texts) for page in pages]
    bounds = np.repeat(np.array([page.bounds for page in pages], np.float32), sizes, axis=0)
    turn_of_word = np.repeat([page.quarter_turns for page in pages], sizes)
    columns = Columns(*np.zeros((4, len(corners)), np.float32))
    for turn in np.unique(turn_of_word).tolist():
        chosen = turn_of_word == turn
        for column, values in zip(
            columns, _turned(corners[chosen], Bounds(*bounds[chosen].T), turn), strict=True
        ):
            column[chosen] = values
    return columns


def _turned(corners: Floats, page: Bounds, quarter_turns: int) -> Columns:
    """One box from each word's first and last character, turned clockwise with its page."""
    x0 = np.minimum(corners[:, 0], corners[:, 4])
    x1 = np.maximum(corners[:, 2], corners[:, 6])
    y0 = np.minimum(corners[:, 3], corners[:, 7])
    y1 = np.maximum(corners[:, 1], corners[:, 5])
    if quarter_turns == 1:
        return Columns(y0 - page.bottom, x0 - page.left, y1 - page.bottom, x1 - page.left)
    if quarter_turns == 2:
        return Columns(page.right - x1, y0 - page.bottom, page.right - x0, y1 - page.bottom)
    if quarter_turns == 3:
        return Columns(page.top - y1, page.right - x1, page.top - y0, page.right - x0)
    return Columns(x0 - page.left, page.top - y1, x1 - page.left, page.top - y0)
