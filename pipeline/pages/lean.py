"""How far a scan leans, and the boxes on it turned back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_LEANS = np.linspace(-0.05, 0.05, 201)  # the slopes tried: up to three degrees either way


def slope_of(lines: Sequence[NDArray[np.float64]]) -> float:
    """In pixels down for each pixel right, from the lines' boxes (four corners each).

    Of all slopes tried it is the one under which the ends of the boxes gather in the fewest rows,
    and the smallest of those that do so equally.
    """
    boxes = np.array(lines)
    lefts, rights = boxes[:, [0, 3]].mean(1), boxes[:, [1, 2]].mean(1)
    ends = np.concatenate([lefts, rights])
    row = (boxes[:, 3, 1] - boxes[:, 0, 1]).mean() / 3
    gathered = [_gathering(ends[:, 1] - slope * ends[:, 0], row) for slope in _LEANS]
    best = _LEANS[np.array(gathered) == max(gathered)]
    return float(best[np.abs(best).argmin()])


def _gathering(heights: NDArray[np.float64], row: float) -> int:
    """High if many of the heights share few rows; rows are counted from two starts."""
    counts = [
        np.unique((heights / row + start).round(), return_counts=True)[1] for start in (0, 0.5)
    ]
    return sum(int((count**2).sum()) for count in counts)


def upright(
    corners: NDArray[np.float64], centre: NDArray[np.float64], slope: float
) -> NDArray[np.float64]:
    """The corners turned back about the page's centre by a small slope."""
    x, y = (corners - centre).T
    return np.stack([x + slope * y, y - slope * x], 1) + centre


def sides(corners: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """The least and the greatest x and y."""
    low: list[float] = corners.min(0).tolist()
    high: list[float] = corners.max(0).tolist()
    return low, high
