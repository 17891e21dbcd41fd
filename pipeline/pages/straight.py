"""Puts a leaning page straight, and draws the boxes of its words in to their ink."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image, Line, Recognised, corners_of, flattened

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
    """Carries points of a picture to where they are on the paper; ``centre`` stays."""

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
    """High if many of the ends are above one another; places are counted from two starts."""
    x, y = ends.T
    return _crowding((x - lean * y) / (1 + narrows * y) / place)


def _crowding(at: Floats) -> float:
    counts = [np.bincount((at - at.min() + start).astype(np.intp)) for start in (0.0, 0.5)]
    return float(sum((count.astype(float) ** 2).sum() for count in counts))


_CONTRAST = 40  # shades between paper and ink at least
_ABOVE, _BELOW = 0.28, 0.33  # of a capital's height: what a font's box has beyond its ink
_TALL = frozenset("bdfhijklt?!()[]{}/\\|&%$€£¥#@§'\"*")
_SMALL_LETTERS = 1.4  # a capital's height in those of a small letter
_RULE = 0.9  # of a strip's length or height: so much ink in one line is drawn by a ruler
_BLANK = 0.02  # of the darkest row's ink: less is paper
_FULL = 0.3  # of the darkest row's ink: letters are on the last such row


class _Rows(NamedTuple):
    top: int
    base: int  # behind the last row of ink above the baseline


def tightened(page: Image, line: Line) -> list[Recognised]:
    """The words of a line with the corners that their ink gives them; as they were without ink."""
    strip, back = flattened(page, corners_of(line), 0.3)
    dark = _ink(strip)
    rows = None if dark is None else _rows(dark)
    if dark is None or rows is None:
        return list(line)
    height = (rows.base - rows.top) * (1.0 if _has_tall(line) else _SMALL_LETTERS)
    top, bottom = rows.base - (1 + _ABOVE) * height, rows.base + _BELOW * height
    guessed = [_across(word, back) for word in line]
    spans = _ends(np.any(dark[rows.top : rows.base], axis=0), guessed, 0.8 * height)
    boxes = np.array([[(x0, top), (x1, top), (x1, bottom), (x0, bottom)] for x0, x1 in spans])
    placed = _through(back, boxes.reshape(-1, 2)).reshape(-1, 4, 2)
    return [word._replace(corners=four) for word, four in zip(line, placed, strict=True)]


def _ink(strip: Image) -> NDArray[np.bool_] | None:
    """Where the ink of a strip is, without ruled lines; None if it has no print.

    White letters on a dark ground are ink too: the ground is what lies along the edges.
    """
    import cv2

    if strip.size == 0 or int(strip.max()) - int(strip.min()) < _CONTRAST:
        return None
    limit, _ = cv2.threshold(strip, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    dark = strip <= limit
    if np.concatenate([dark[0], dark[-1]]).mean() > 0.5:
        dark = ~dark
    height, width = dark.shape
    dark[:, dark.mean(0) > _RULE] = False
    if width > 3 * height:
        dark[dark.mean(1) > _RULE] = False
    return dark


def _rows(dark: NDArray[np.bool_]) -> _Rows | None:
    """The rows of the line in the middle of a strip, from its highest ink to its baseline."""
    ink = dark.sum(1)
    height = len(ink)
    middle = slice(height // 4, height - height // 4)
    if not ink[middle].any():
        return None
    start = int(ink[middle].argmax()) + middle.start
    most, gap = int(ink[start]), max(1, round(0.06 * height))
    blank = ink <= _BLANK * most
    top, last = start, start
    while top > 0 and not blank[max(0, top - gap) : top].all():
        top -= 1
    while last + 1 < height and not blank[last + 1 : last + 1 + gap].all():
        last += 1
    full = (ink[top : last + 1] >= _FULL * most).nonzero()[0]
    base = top + int(full[-1]) + 1
    return _Rows(top, base) if base - top >= 3 else None


def _has_tall(line: Line) -> bool:
    """Whether a character is as high as a capital."""
    return any(
        char.isupper() or char.isdigit() or char in _TALL or char > "\u0370"
        for word in line
        for char in word.text
    )


def _across(word: Recognised, back: NDArray[np.float64]) -> tuple[float, float]:
    """Where OCR takes a word to begin and end in the strip."""
    x = _through(np.asarray(np.linalg.inv(back), np.float64), word.corners)[:, 0]
    return float(x.min()), float(x.max())


def _ends(
    ink: NDArray[np.bool_], guessed: Sequence[tuple[float, float]], reach: float
) -> list[tuple[float, float]]:
    """The words' ends: the line's own ink at both, the widest blank near each guess between."""
    inked = ink.nonzero()[0]
    if not len(inked):
        return list(guessed)
    first, last = float(inked[0]), float(inked[-1]) + 1
    cuts = [_gap(ink, one[1], two[0], reach) for one, two in pairwise(guessed)]
    begins = [first, *(cut[1] for cut in cuts)]
    finishes = [*(cut[0] for cut in cuts), last]
    return [
        (x0, x1) if x1 > x0 else guess
        for x0, x1, guess in zip(begins, finishes, guessed, strict=True)
    ]


def _gap(ink: NDArray[np.bool_], before: float, behind: float, reach: float) -> tuple[float, float]:
    """The widest run without ink about the middle of a guessed gap; the guess without one."""
    middle = (before + behind) / 2
    start, stop = max(0, round(middle - reach)), min(len(ink), round(middle + reach))
    near = np.concatenate([[True], ink[start:stop], [True]])
    edges = np.diff(near.astype(np.int8)).nonzero()[0]
    runs = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    inner = [(a + start, b + start) for a, b in runs if a > 0 and b < stop - start]
    found = inner or [(a + start, b + start) for a, b in runs]
    if not found:
        return before, behind
    return max(found, key=lambda run: (run[1] - run[0], -abs(run[0] + run[1] - 2 * middle)))


def _through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points carried by a projection."""
    whole = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return whole[:, :2] / whole[:, 2:]
