"""Whether words leave ink: the page is rendered with them and without, and must differ."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import gray, scale_of
from pipeline.pages.pdfium_library import Handle
from pipeline.pages.pdfium_words import Boxes

_SMALL_LETTERS = 7.0  # points: these are rendered at two pixels a point instead of one
_VISIBLE = 12  # of 255 levels: a fainter difference is not seen on paper
_SCANNED_INK = 64  # of 255 levels: what print on a scan stands out by


class InkTest:
    """Two renderings of one page: with only the doubtful texts, and with none.

    The other texts are taken away first, so that white letters over black ones do not count as
    ink. The page must not be used for anything else afterwards. ``boxes`` are the doubtful words'
    places in display space, in points.
    """

    def __init__(
        self,
        page: int,
        size: tuple[float, float],
        boxes: Boxes,
        others: Iterable[Handle],
        own: Iterable[Handle],
    ) -> None:
        small = (boxes[:, 3] - boxes[:, 1]).min() < _SMALL_LETTERS
        self._scale = scale_of(2.0 if small else 1.0, size)
        self._boxes = boxes
        width, height = (max(1, round(side * self._scale)) for side in size)
        _deactivate(others)
        with_words = gray(page, width, height).astype(np.int16)
        _deactivate(own)
        self._ground = gray(page, width, height).astype(np.int16)
        self._difference = np.abs(with_words - self._ground)

    def leaves_ink(self) -> list[bool]:
        """For each box: does its word change the page?"""
        areas = self._cut(self._difference)
        return [bool(area.size and area.max() >= _VISIBLE) for area in areas]

    def covers_ink(self) -> list[bool]:
        """For each box: does what lies beneath its word look like print, as on a scan?"""
        areas = self._cut(self._ground)
        return [bool(area.size and np.ptp(area) >= _SCANNED_INK) for area in areas]

    def _cut(self, image: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """The pixels within each box, less the rim that a neighbour's edge may have touched."""
        height, width = image.shape
        edges = np.clip(self._boxes * self._scale, 0, [width, height, width, height])
        edges[:, :2] = np.floor(edges[:, :2]) + 1
        edges[:, 2:] = np.maximum(np.ceil(edges[:, 2:]) - 1, edges[:, :2] + 1)
        return [image[y0:y1, x0:x1] for x0, y0, x1, y1 in edges.astype(int).tolist()]


def _deactivate(handles: Iterable[Handle]) -> None:
    for handle in handles:
        pdfium.set_active(handle, 0)
