"""Words cut out of a drawing of their page, upright and dark on white."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image

_FAINT = 64.0  # shades between ink and paper that are stretched at most


class Recognised(NamedTuple):
    """One word: its text, the corners of its box in pixels (four of x, y), and how sure OCR is."""

    text: str
    corners: NDArray[np.float64]
    score: float


Line = Sequence[Recognised]
"""The words of one line, from left to right."""


def stretched(page: Image) -> Image:
    """Ink as dark as it gets and paper as light, so that gray print comes out black."""
    dark, light = float(page.min()), float(np.median(page[::4, ::4]))
    return ((page - dark) * (255 / max(light - dark, _FAINT))).clip(0, 255).astype(np.uint8)


def crop(page: Image, line: Line, span: slice, scale: float) -> NDArray[np.uint8]:
    """The place of some words, turned upright, in three equal colours."""
    import cv2

    words = line[span]
    first, last = words[0].corners * scale, words[-1].corners * scale
    quad = np.array([first[0], last[1], last[2], first[3]], np.float32)
    along = quad[1] - quad[0]
    width, height = float(np.hypot(*along)), float(np.hypot(*(quad[3] - quad[0])))
    unit = along / max(width, 1)
    left, right = _margins(line, span, height, scale)
    quad[[0, 3]] -= left * unit
    quad[[1, 2]] += right * unit
    size = (max(round(width + left + right), 1), max(round(height), 1))
    upright = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    turned = cv2.warpPerspective(
        page,
        cv2.getPerspectiveTransform(quad, upright),
        size,
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.repeat(turned[:, :, np.newaxis], 3, axis=2).astype(np.uint8)


def _margins(line: Line, span: slice, height: float, scale: float) -> tuple[float, float]:
    """Room at both ends, but no more than to the middle of the gap to the next word."""
    room = height * 0.3
    before = line[span.start - 1 : span.start] if span.start else ()
    after = line[span.stop : span.stop + 1]
    first, last = line[span.start], line[span.stop - 1]
    left = (first.corners[0, 0] - before[0].corners[1, 0]) * scale / 2 if before else room
    right = (after[0].corners[0, 0] - last.corners[1, 0]) * scale / 2 if after else room
    return max(min(left, room), 0), max(min(right, room), 0)
