"""Which words leave ink on the page: the print in a word's box is not all of one brightness.

It is asked of rows of pixels, because a rule or the edge of a band may cross a box from side to
side and is no word.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image

Boxes = NDArray[np.float32]

_VISIBLE = 12  # of 255 levels: a fainter difference is not seen on paper
PRINT = 64  # of 255 levels: what print on a scan stands out by
_ROWS, _COLUMNS = 12, 26  # places looked at first: enough for nearly every word
_RIM = 1.0  # pixels of the box, above and below, that a neighbour may have touched
_BESIDE = 1.5  # pixels left and right of the box, where the ground shows beside a dash
_BARS = frozenset("-_–—―−=|‾¯")


def without_ink(image: Image, boxes: Boxes, texts: Sequence[str]) -> list[int]:
    """The places in ``boxes`` (left, top, right, bottom in pixels) of words that leave none."""
    contrast = _at_a_glance(image, boxes)
    return [
        at
        for at in (contrast < _VISIBLE).nonzero()[0].tolist()
        if _thorough(image, boxes[at], _BARS.issuperset(texts[at])) < _VISIBLE
    ]


def contrast_in(image: Image, box: Boxes) -> int:
    """How far print stands out within one box."""
    return _thorough(image, box, plain=True)


def _at_a_glance(image: Image, boxes: Boxes) -> NDArray[np.int_]:
    height, width = image.shape
    left, top, right, bottom = boxes.T
    down = np.linspace(top + _RIM, bottom - _RIM, _ROWS, axis=1)
    across = np.linspace(left, right, _COLUMNS, axis=1)
    rows = down.astype(np.int32).clip(0, height - 1)
    columns = across.astype(np.int32).clip(0, width - 1)
    looked_at = image.ravel()[rows[:, :, None] * width + columns[:, None, :]]
    spread: NDArray[np.int_] = np.ptp(looked_at, axis=2).max(1)
    return spread


def _thorough(image: Image, box: Boxes, plain: bool) -> int:
    """All pixels of a box; a word of dashes is as even as the rule it looks like."""
    height, width = image.shape
    left, top, right, bottom = box.tolist()
    rows = slice(max(0, int(top + _RIM)), min(height, max(int(bottom - _RIM), int(top + _RIM)) + 1))
    columns = slice(max(0, int(left - _BESIDE)), min(width, int(right + _BESIDE) + 1))
    area = image[rows, columns]
    if not area.size:
        return 0
    return int(np.ptp(area) if plain else np.ptp(area, axis=1).max())
