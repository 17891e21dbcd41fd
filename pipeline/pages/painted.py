"""What a page paints, in order: its texts with their colours, and the areas it fills.

PDFium is asked about all objects at once, into memory whose slots are made once.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.page_objects import Run, runs_of
from pipeline.pages.pdfium_library import Handle

Floats = NDArray[np.float32]
Ints = NDArray[np.int_]

UNTOLD = -1
"""The brightness of a picture or a blend, which no colour tells."""
_BLACK = (0, 0, 0, 255)
_RED, _GREEN, _BLUE = 77, 150, 29  # the usual luma weights, of 256
_OPAQUE = 255


@dataclass(frozen=True, slots=True)
class Fills:
    """Areas painted over: left, bottom, right, top in the page's space, in painting order.

    ``order`` is each one's place among all that the page paints; ``gray`` may be UNTOLD.
    """

    order: Ints
    bounds: Floats
    gray: Ints
    is_image: NDArray[np.bool_]

    def chosen(self, which: NDArray[np.bool_] | slice) -> Fills:
        """Some of the fills."""
        return Fills(self.order[which], self.bounds[which], self.gray[which], self.is_image[which])


@dataclass(frozen=True, slots=True)
class Painted:
    """All objects of a page, forms opened up, in painting order.

    ``modes`` are text render modes, -1 for what is not text. ``gray`` is how bright an object's
    colour looks on white paper, ``opacity`` how little shines through it, both 0 to 255.
    ``veiled`` are the texts whose visibility their colour does not tell: clipped or blended.
    """

    handles: list[Handle]
    modes: list[int]
    gray: Ints
    opacity: Ints
    veiled: set[int]
    fills: Fills


class _Slots:
    """Four numbers for each of many objects, for PDFium to write into."""

    def __init__(self) -> None:
        self._grow(1024)

    def _grow(self, rows: int) -> None:
        self._values = np.zeros((rows, 4), np.int32)
        first = self._values.ctypes.data
        self.columns = [
            [ctypes.c_void_p(first + 16 * row + 4 * column) for row in range(rows)]
            for column in range(4)
        ]

    def for_objects(self, count: int) -> NDArray[np.int32]:
        if count > len(self._values):
            self._grow(2 * count)
        return self._values[:count]


_slots = _Slots()


def painted(page: int) -> Painted:
    """Every text and every fill of a loaded page, those inside forms included."""
    runs = list(runs_of(page))
    handles = [handle for run in runs for handle in run.handles]
    modes = [mode for run in runs for mode in run.modes]
    gray, opacity = _tones(handles)
    veiled: set[int] = set()
    start = 0
    for run in runs:
        veiled |= {start + index for index in _veiled(run)}
        start += len(run.handles)
    return Painted(handles, modes, gray, opacity, veiled, _fills(runs, gray, opacity))


def _tones(handles: list[Handle]) -> tuple[Ints, Ints]:
    """Brightness on paper and opacity; opaque black where PDFium cannot say."""
    values = _slots.for_objects(len(handles))
    values[:] = _BLACK
    for _ in map(pdfium.object_fill_color, handles, *_slots.columns):
        pass
    red, green, blue, opacity = values.T.astype(np.int_)
    gray = (_RED * red + _GREEN * green + _BLUE * blue) >> 8
    if len(handles) and opacity.min() < _OPAQUE:
        gray = _OPAQUE + (gray - _OPAQUE) * opacity // _OPAQUE
    return gray, opacity


def _veiled(run: Run) -> list[int]:
    texts = [index for index, mode in enumerate(run.modes) if mode >= 0]
    handles = [run.handles[index] for index in texts]
    clips = list(map(pdfium.count_clip_paths, map(pdfium.clip_path, handles)))
    if not run.transparent and max(clips, default=0) <= 0:
        return []
    return [
        index
        for index, handle, clip in zip(texts, handles, clips, strict=True)
        if clip > 0 or (run.transparent and pdfium.object_has_transparency(handle))
    ]


def _fills(runs: Sequence[Run], gray: Ints, opacity: Ints) -> Fills:
    order: list[int] = []
    kinds: list[int] = []
    bounds: list[Floats] = []
    start = 0
    for run in runs:
        places = _filled(run)
        order += [start + place for place in places]
        kinds += [run.kinds[place] for place in places]
        bounds.append(_bounds(run, places))
        start += len(run.handles)
    at, kind = np.array(order, int), np.array(kinds, int)
    told = (kind == pdfium.PATH) & (opacity[at] == _OPAQUE)
    tones = np.where(told, gray[at], UNTOLD)
    return Fills(at, np.concatenate(bounds), tones, kind == pdfium.IMAGE)


def _filled(run: Run) -> list[int]:
    """The indices of filled paths, pictures and shadings."""
    places = [index for index, kind in enumerate(run.kinds) if kind != pdfium.TEXT]
    values = _slots.for_objects(len(places))
    values[:] = 1  # PDFium leaves it so for what is not a path
    handles = [run.handles[place] for place in places]
    for _ in map(pdfium.path_draw_mode, handles, _slots.columns[0], _slots.columns[1]):
        pass
    return [place for place, filled in zip(places, values[:, 0].tolist(), strict=True) if filled]


def _bounds(run: Run, places: list[int]) -> Floats:
    values = _slots.for_objects(len(places))
    values[:] = 0
    for _ in map(pdfium.object_bounds, [run.handles[place] for place in places], *_slots.columns):
        pass
    bounds = values.view(np.float32).copy()
    return bounds if run.matrix is None else _moved(bounds, run.matrix)


def _moved(bounds: Floats, matrix: NDArray[np.float64]) -> Floats:
    left, bottom, right, top = bounds.T
    x, y = np.stack([left, left, right, right]), np.stack([bottom, top, bottom, top])
    (a, c, e), (b, d, f) = matrix[:2].tolist()
    x, y = a * x + c * y + e, b * x + d * y + f
    return np.stack([x.min(0), y.min(0), x.max(0), y.max(0)], 1)
