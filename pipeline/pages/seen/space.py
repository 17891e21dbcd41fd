"""From a page's own space to the pixels of its picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import scale_of
from pipeline.pages.pdfium_words import PageText

Doubles = NDArray[np.float64]

POINTS_PER_INCH = 72


@dataclass(frozen=True, slots=True)
class Space:
    """Where a page's points lie in its picture: turned, cropped, y downwards, so many a point."""

    bounds: tuple[float, float, float, float]
    quarter_turns: int
    width: int
    height: int
    scale: tuple[float, float]

    def points(self, x: Doubles, y: Doubles) -> tuple[Doubles, Doubles]:
        """Places in the page's space, in pixels from the top-left corner of the picture."""
        left, top, right, bottom = self.bounds
        across, down = (
            (x - left, top - y),
            (y - bottom, x - left),
            (right - x, y - bottom),
            (top - y, right - x),
        )[self.quarter_turns]
        return across * self.scale[0], down * self.scale[1]

    def boxes(self, sides: Doubles) -> Doubles:
        """Rows of left, right, bottom, top become rows of left, top, right, bottom in pixels."""
        x = np.stack(self.points(sides[:, 0], sides[:, 2]))
        y = np.stack(self.points(sides[:, 1], sides[:, 3]))
        low, high = np.minimum(x, y), np.maximum(x, y)
        return np.column_stack([low[0], low[1], high[0], high[1]])


def space_of(text: PageText, dots_per_inch: int) -> Space:
    """The space of a page drawn so finely, or as finely as a large page may be."""
    scale = scale_of(dots_per_inch / POINTS_PER_INCH, (text.width, text.height))
    width, height = max(1, round(text.width * scale)), max(1, round(text.height * scale))
    scales = (width / max(text.width, 1e-3), height / max(text.height, 1e-3))
    return Space(text.bounds, text.quarter_turns, width, height, scales)
