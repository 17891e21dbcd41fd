"""Pictures as a scanner with a good lamp would take them: without grain, without shadows."""

from __future__ import annotations

import numpy as np

from pipeline.pages.drawing import Image

_GRAIN = 4.0  # shades by which the paper's points differ: beyond it, points are taken for commas
_SOFT = 0.8  # points of a drawing at 200 dpi: strokes are wider
_SMALLER = 8
_LETTER = 9  # points of the smaller picture: larger than a letter's stroke
_DARKEST = 0.5  # of the paper's usual light: what is darker was printed so
_FAINT = 64.0  # shades between ink and paper that are stretched at most


def softened(page: Image, dpi: float) -> Image:
    """The picture without the grain of a cheap camera, if it has any."""
    import cv2

    return page if _grain(page) < _GRAIN else cv2.GaussianBlur(page, (0, 0), _SOFT * dpi / 200)  # type: ignore[return-value]


def evenly_lit(page: Image) -> Image:
    """The picture with paper as light as it gets everywhere and the darkest ink black."""
    import cv2

    height, width = page.shape
    small = (max(1, width // _SMALLER), max(1, height // _SMALLER))
    rough = cv2.resize(page, small, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(rough, np.ones((_LETTER, _LETTER), np.uint8)), 5)
    paper = np.maximum(paper, round(_DARKEST * float(np.median(paper)))).astype(np.uint8)
    lit = cv2.divide(page, cv2.resize(paper, (width, height)), scale=255)
    dark = min(float(lit.min()), 255 - _FAINT)
    shades = (np.arange(256) - dark) * (255 / (255 - dark))
    evened: Image = shades.clip(0, 255).astype(np.uint8)[lit]
    return evened


def _grain(page: Image) -> float:
    """By how many shades a point of plain paper differs from its neighbours (Immerkaer, 1996)."""
    import cv2

    differences = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    found = cv2.filter2D(page, cv2.CV_32F, differences)[1::3, 1::3]
    return float(np.median(np.abs(found))) / 0.6745 / 6
