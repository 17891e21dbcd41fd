"""Words cut out of a drawing of their page, upright."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image


class Recognised(NamedTuple):
    """One word: its text, the corners of its box in pixels (four of x, y), and how sure OCR is."""

    text: str
    corners: NDArray[np.float64]
    score: float


Line = Sequence[Recognised]
"""The words of one line, from left to right."""


def corners_of(line: Line) -> NDArray[np.float64]:
    """The four corners of some words of a line, from the top left clockwise."""
    first, last = line[0].corners, line[-1].corners
    return np.array([first[0], last[1], last[2], first[3]])


def flattened(
    page: Image, corners: NDArray[np.float64], margin: float
) -> tuple[Image, NDArray[np.float64]]:
    """A place turned upright with room of so many of its heights at both ends, and the projection
    from there back to the page."""
    height = float(np.hypot(*(corners[3] - corners[0])))
    return _upright(page, corners, margin * height, margin * height)


def crop(page: Image, line: Line, span: slice, scale: float) -> NDArray[np.uint8]:
    """The place of some words, turned upright, in three equal colours."""
    corners = corners_of(line[span]) * scale
    height = float(np.hypot(*(corners[3] - corners[0])))
    turned, _ = _upright(page, corners, *_margins(line, span, height, scale))
    return np.repeat(turned[:, :, np.newaxis], 3, axis=2).astype(np.uint8)


def _upright(
    page: Image, corners: NDArray[np.float64], left: float, right: float
) -> tuple[Image, NDArray[np.float64]]:
    import cv2

    quad = corners.astype(np.float32)
    along = quad[1] - quad[0]
    width, height = float(np.hypot(*along)), float(np.hypot(*(quad[3] - quad[0])))
    unit = along / max(width, 1)
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
    back = np.asarray(cv2.getPerspectiveTransform(upright, quad), np.float64)
    return turned.astype(np.uint8), back


def _margins(line: Line, span: slice, height: float, scale: float) -> tuple[float, float]:
    """Room at both ends, but no more than to the middle of the gap to the next word."""
    room = height * 0.3
    before = line[span.start - 1 : span.start] if span.start else ()
    after = line[span.stop : span.stop + 1]
    first, last = line[span.start], line[span.stop - 1]
    left = (first.corners[0, 0] - before[0].corners[1, 0]) * scale / 2 if before else room
    right = (after[0].corners[0, 0] - last.corners[1, 0]) * scale / 2 if after else room
    return max(min(left, room), 0), max(min(right, room), 0)
