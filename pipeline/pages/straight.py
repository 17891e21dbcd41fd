"""A page that leans, or was photographed from the side, put straight by its own lines of text.

Nothing is asked of the paper's edges, which a photograph may not show. Lines of print are level
on paper, so their slopes tell how a page is turned and how it recedes; columns are upright, so of
all leans and narrowings that one is taken under which the ends of lines gather in fewest places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_ROUNDS = 4  # of fitting, each with less weight for lines that lie apart
_OFF = 0.004  # of slope: a line as far from the others counts half
_LONG = 3.0  # heights of a line whose slope tells something
_LEANS = np.linspace(-0.08, 0.08, 41)  # beyond square to the lines, tried for columns
_NARROWINGS = np.linspace(-0.24, 0.24, 49)  # over half the page's height
_OFFS = np.linspace(-0.015, 0.015, 31)  # of slope, tried for rows
_ROW = 0.4  # of a line's height, within which ends count as in one row
_BETTER = 1.08  # than with columns square to the lines, or these it is


class Projection(NamedTuple):
    """Carries points of a picture to where they stand on the paper; ``centre`` stays."""

    centre: Floats
    slope: float
    recedes: float
    lean: float
    narrows: float

    def __call__(self, points: Floats) -> Floats:
        """Points as rows of x and y."""
        x, y = (points - self.centre).T
        depth = 1 + self.recedes * x
        x, y = x / depth, (y - self.slope * x) / depth
        depth = 1 + self.narrows * y
        return np.stack([(x - self.lean * y) / depth, y / depth], 1) + self.centre


def projection_of(lines: Sequence[Floats], size: tuple[float, float]) -> Projection:
    """What puts lines of text straight: four corners each, from the top left clockwise."""
    centre = np.array(size) / 2
    boxes = np.array(lines) - centre
    slope, recedes = _level(boxes)
    slope += _left_over(boxes, slope, recedes)
    level = Projection(np.zeros(2), slope, recedes, 0.0, 0.0)
    ends = level(np.concatenate([(boxes[:, 0] + boxes[:, 3]) / 2, (boxes[:, 1] + boxes[:, 2]) / 2]))
    lean, narrows = _upright(ends, -slope, size)
    return Projection(centre, slope, recedes, lean, narrows)


def _level(boxes: Floats) -> tuple[float, float]:
    """The slope of a line through the centre, and how much it grows a pixel further down."""
    left, right = boxes[:, 3], boxes[:, 2]
    along = right - left
    width = np.maximum(along[:, 0], 1e-6)
    height = np.hypot(*(boxes[:, 3] - boxes[:, 0]).T)
    slopes = along[:, 1] / width
    long = (width > _LONG * height) & (np.abs(slopes) < 0.3)
    if long.sum() < 2:
        return (float(np.average(slopes, weights=width)) if len(boxes) else 0.0), 0.0
    slopes, width = slopes[long], width[long]
    at = left[long, 1] - slopes * left[long, 0]
    trust = width**2
    middle = _median(slopes, trust)
    weight = trust / (1 + ((slopes - middle) / (4 * _OFF)) ** 2)
    fitted = np.array([middle, 0.0])
    for _ in range(_ROUNDS):
        fitted = _fitted(at, slopes, weight)
        weight = trust / (1 + ((slopes - fitted[0] - fitted[1] * at) / _OFF) ** 2)
    return float(fitted[0]), float(fitted[1])


def _left_over(boxes: Floats, slope: float, recedes: float) -> float:
    """The slope that is left, under which the ends of lines gather in fewest rows: a table's cells
    are too short for their own slopes to tell it."""
    sides = (boxes[:, :2] + boxes[:, :1:-1]) / 2  # the middles of the left and the right side
    x, y = sides.reshape(-1, 2).T
    height = float(np.median(np.hypot(*(boxes[:, 3] - boxes[:, 0]).T)))
    place = _ROW * max(height, 1.0)
    tried = np.stack([(y - (slope + off) * x) / (1 + recedes * x) for off in _OFFS]) / place
    gathered = [_crowding(each) for each in tried]
    best = int(np.argmax(gathered))
    return float(_OFFS[best]) if gathered[best] > _BETTER * gathered[len(_OFFS) // 2] else 0.0


def _median(values: Floats, weights: Floats) -> float:
    order = values.argsort()
    heap = weights[order].cumsum()
    return float(values[order][heap.searchsorted(heap[-1] / 2)])


def _fitted(at: Floats, slopes: Floats, weight: Floats) -> Floats:
    """Slope at the centre and its growth: least squares, growth held small where lines are few."""
    spread = 300.0  # pixels: lines within so little of the page tell no growth
    a, b = weight.sum(), (weight * at).sum()
    c = (weight * at * at).sum() + weight.mean() * spread**2
    rhs = np.array([(weight * slopes).sum(), (weight * slopes * at).sum()])
    return np.linalg.solve(np.array([[a, b], [b, c]]), rhs)


def _upright(ends: Floats, square: float, size: tuple[float, float]) -> tuple[float, float]:
    """The lean of columns at the centre, and how much the page narrows a pixel further down."""
    place = size[0] / 400  # the width within which ends count as in one column
    half = size[1] / 2
    tried = [(square, 0.0)]
    tried += [(square + lean, narrow / half) for narrow in _NARROWINGS for lean in _LEANS]
    gathered = [_gathering(ends, *each, place) for each in tried]
    best = int(np.argmax(gathered))
    return tried[best] if gathered[best] > _BETTER * gathered[0] else tried[0]


def _gathering(ends: Floats, lean: float, narrows: float, place: float) -> float:
    """High if many of the ends stand above one another; places are counted from two starts."""
    x, y = ends.T
    return _crowding((x - lean * y) / (1 + narrows * y) / place)


def _crowding(at: Floats) -> float:
    counts = [np.bincount((at - at.min() + start).astype(np.intp)) for start in (0.0, 0.5)]
    return float(sum((count.astype(float) ** 2).sum() for count in counts))
