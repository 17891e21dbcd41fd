"""Print as high as digits where no word is: figures drawn as shapes, or kept in a picture.

The page is looked at in tiles. A tile with an edge in it that no word explains is part of a stain;
stains as high as digits are measured by their pixels. What is even along its length, such as a
rule, a border or the rim of a band, is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image
from pipeline.pages.seen.sampling import middle

Boxes = NDArray[np.float32]
Tiles = NDArray[np.bool_]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Run = tuple[int, int, int]  # row, first column, last column

_TILE = 4  # pixels
_EDGE = 64  # of 255 levels
_MOST = 12000  # tiles: more is a photograph or a scan, not some figures
_LOWEST, _HIGHEST = 2.2, 22.0  # points that a stain of digits is high
_GROWN = 1.0  # pixels about a word's box that are its own


def unread_ink(image: Image, words: Boxes, pixels_a_point: float) -> list[tuple[int, ...]]:
    """Boxes in pixels: left, top, right, bottom. ``words`` are boxes of what leaves ink."""
    edges = _edges(image)
    _take_away(edges, words)
    rows, columns = edges.nonzero()
    if not len(rows) or len(rows) > _MOST:
        return []
    edges &= _uneven(image, rows, columns, edges.shape)
    low, high = _LOWEST * pixels_a_point, _HIGHEST * pixels_a_point
    boxes = (_measured(image, stain) for stain in _stains(edges))
    return [box for box in boxes if low <= box[3] - box[1] <= high and box[2] - box[0] >= 2]


def _edges(image: Image) -> Tiles:
    """Which tiles are not of one brightness."""
    height, width = (side // _TILE * _TILE for side in image.shape)
    whole = image[:height, :width]
    low, high = whole[0::_TILE].copy(), whole[0::_TILE].copy()
    for row in range(1, _TILE):
        np.minimum(low, whole[row::_TILE], out=low)
        np.maximum(high, whole[row::_TILE], out=high)
    spread = np.maximum.reduce([high[:, at::_TILE] for at in range(_TILE)])
    spread -= np.minimum.reduce([low[:, at::_TILE] for at in range(_TILE)])
    return np.asarray(spread >= _EDGE)


def _take_away(edges: Tiles, words: Boxes) -> None:
    sides = words / _TILE + np.array([-_GROWN, -_GROWN, _GROWN, _GROWN], np.float32) / _TILE
    sides[:, 2:] = np.ceil(sides[:, 2:])
    for left, top, right, bottom in sides.clip(0).astype(int).tolist():
        edges[top:bottom, left:right] = False


def _uneven(
    image: Image, rows: NDArray[np.int_], columns: NDArray[np.int_], shape: tuple[int, ...]
) -> Tiles:
    """Where these tiles have edges both ways within a tile of them; a rule has them one way."""
    reach = np.arange(_TILE + 1)
    down = (rows * _TILE + reach[:, None]).clip(0, image.shape[0] - 1)
    across = (columns * _TILE + reach[:, None]).clip(0, image.shape[1] - 1)
    areas = image.ravel()[(down * image.shape[1])[:, None] + across]  # tiles last: it is faster
    both = np.ones(shape, bool)
    for axis in (0, 1):
        spread = (areas.max(axis) - areas.min(axis)).max(0) >= _EDGE
        near = np.zeros((shape[0] + 2, shape[1] + 2), bool)
        near[rows[spread] + 1, columns[spread] + 1] = True
        near[:, 1:-1] |= near[:, :-2] | near[:, 2:]
        both &= near[:-2, 1:-1] | near[1:-1, 1:-1] | near[2:, 1:-1]
    return both


def _stains(edges: Tiles) -> list[Box]:
    """Tiles that touch, as boxes: left, top, right, bottom in tiles."""
    runs = _runs(edges)
    parent = list(range(len(runs)))
    for one, other in _touching(runs):
        parent[_root(parent, one)] = _root(parent, other)
    boxes: dict[int, Box] = {}
    for at, (row, left, right) in enumerate(runs):
        root, box = _root(parent, at), (left, row, right, row)
        boxes[root] = _around(boxes.get(root, box), box)
    return [(left, top, right + 1, bottom + 1) for left, top, right, bottom in boxes.values()]


def _touching(runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    """Pairs of runs, by their places, of which one lies right above the other."""
    in_row: dict[int, list[int]] = defaultdict(list)
    for at, (row, left, right) in enumerate(runs):
        in_row[row].append(at)
        for above in in_row.get(row - 1, ()):
            if runs[above][1] <= right and left <= runs[above][2]:
                yield above, at


def _root(parent: list[int], at: int) -> int:
    """The run that stands for all that hang together with this one; the way there is shortened."""
    while parent[at] != at:
        parent[at] = parent[parent[at]]
        at = parent[at]
    return at


def _around(one: Box, other: Box) -> Box:
    """The smallest box about two."""
    (left, top, right, bottom), (x0, y0, x1, y1) = one, other
    return min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)


def _runs(edges: Tiles) -> list[Run]:
    """Row, first and last column (one more, so that corners touch) of tiles side by side."""
    padded = np.pad(edges, ((0, 0), (1, 1))).astype(np.int8)
    rows, ends = np.diff(padded, axis=1).nonzero()
    return list(zip(rows[::2].tolist(), ends[::2].tolist(), (ends[1::2]).tolist(), strict=True))


def _measured(image: Image, stain: Box) -> tuple[int, ...]:
    """The box of what stands out of the ground in a stain, in pixels."""
    left, top, right, bottom = (side * _TILE for side in stain)
    area = image[max(0, top - 1) : bottom + 1, max(0, left - 1) : right + 1].astype(np.int16)
    border = np.concatenate([area[0], area[-1], area[:, 0], area[:, -1]])
    ink = np.abs(area - np.int16(middle(border))) >= _EDGE // 2
    through = ink[0] | ink[-1]  # part of something longer, as where rules cross
    ink[ink[:, 0] | ink[:, -1]] = False
    ink[:, through] = False
    rows, columns = ink.any(1).nonzero()[0], ink.any(0).nonzero()[0]
    if not len(rows):
        return (left, top, left, top)
    x, y = max(0, left - 1), max(0, top - 1)
    return (x + int(columns[0]), y + int(rows[0]), x + int(columns[-1]) + 1, y + int(rows[-1]) + 1)
