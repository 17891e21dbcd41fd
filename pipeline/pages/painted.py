"""What a page paints, in order: its text objects with their colours, and the areas it fills."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_library import Handle

_DEEPEST_FORM = 12
_IDENTITY = np.eye(3)
_BLACK = (0, 0, 0, 255)


@dataclass(frozen=True, slots=True)
class PaintedText:
    """One text object. ``order`` is its place among all that the page paints."""

    order: int
    handle: Handle
    mode: int
    color: tuple[int, int, int, int]
    uncertain: bool


@dataclass(frozen=True, slots=True)
class Fill:
    """An area painted over: left, bottom, right, top in the page's space.

    ``gray`` is its brightness, 0 to 255, or None for a picture or a blend.
    """

    order: int
    bounds: tuple[float, float, float, float]
    gray: float | None
    is_image: bool


@dataclass(frozen=True, slots=True)
class Painted:
    """The texts by the address of their handle, and the fills, both in painting order."""

    texts: dict[int, PaintedText]
    fills: list[Fill]


@dataclass(frozen=True, slots=True)
class _Layer:
    """The objects of the page itself or of one form on it."""

    handles: list[Handle]
    matrix: NDArray[np.float64]
    transparent: bool
    depth: int


class _Slots:
    """Memory for PDFium's answers about many objects, four numbers each, made once."""

    def __init__(self) -> None:
        self.values = np.zeros((0, 4), np.uint32)
        self.slots: list[list[ctypes.c_void_p]] = []

    def columns(self, count: int) -> list[list[ctypes.c_void_p]]:
        if count > len(self.values):
            self.values = np.zeros((max(1024, 2 * count), 4), np.uint32)
            first = self.values.ctypes.data
            self.slots = [
                [ctypes.c_void_p(first + 16 * row + 4 * column) for row in range(len(self.values))]
                for column in range(4)
            ]
        return self.slots


_slots = _Slots()


def painted(page: int) -> Painted:
    """Every text and fill of a loaded page, those inside forms included."""
    texts: dict[int, PaintedText] = {}
    fills: list[Fill] = []
    found = Painted(texts, fills)
    whole = ctypes.c_void_p(page)
    count = pdfium.count_objects(whole)
    handles = list(map(pdfium.get_object, repeat(whole), range(count)))
    transparent = bool(pdfium.page_has_transparency(page))
    _walk(_Layer(handles, _IDENTITY, transparent, 0), found, order=0)
    return found


def _walk(layer: _Layer, found: Painted, order: int) -> int:
    modes = list(map(pdfium.text_render_mode, layer.handles))
    for handle, mode, color in zip(layer.handles, modes, _colors(layer.handles), strict=True):
        order += 1
        if mode >= 0:
            uncertain = layer.transparent and bool(pdfium.object_has_transparency(handle))
            text = PaintedText(order, handle, mode, color, uncertain)
            found.texts[handle.value or 0] = text
            continue
        kind = pdfium.object_type(handle)
        if kind == pdfium.FORM:
            order = _walk_form(handle, layer, found, order)
        elif kind != pdfium.PATH or _is_filled(handle):
            found.fills.append(_fill(handle, kind, color, layer, order))
    return order


def _walk_form(form: Handle, outer: _Layer, found: Painted, order: int) -> int:
    if outer.depth >= _DEEPEST_FORM:
        return order
    count = pdfium.count_form_objects(form)
    handles = list(map(pdfium.get_form_object, repeat(form), range(max(count, 0))))
    matrix = outer.matrix @ _matrix(form)
    transparent = outer.transparent or bool(pdfium.object_has_transparency(form))
    return _walk(_Layer(handles, matrix, transparent, outer.depth + 1), found, order)


def _colors(handles: list[Handle]) -> Iterator[tuple[int, int, int, int]]:
    """Red, green, blue and opacity, 0 to 255; opaque black where PDFium cannot say."""
    columns = _slots.columns(len(handles))
    values = _slots.values[: len(handles)]
    values[:] = _BLACK
    for _ in map(pdfium.object_fill_color, handles, *columns):
        pass
    return map(tuple, values.tolist())


def _is_filled(path: Handle) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.path_draw_mode(path, ctypes.byref(fill), ctypes.byref(stroke))
    return fill.value != 0


def _fill(
    handle: Handle, kind: int, color: tuple[int, int, int, int], layer: _Layer, order: int
) -> Fill:
    sides = (ctypes.c_float * 4)()
    pdfium.object_bounds(handle, *(ctypes.byref(sides, 4 * index) for index in range(4)))
    plain = kind == pdfium.PATH and color[3] == 255
    gray = brightness(color) if plain else None
    return Fill(order, _moved(list(sides), layer.matrix), gray, kind == pdfium.IMAGE)


def brightness(color: tuple[int, int, int, int]) -> float:
    """How bright a colour looks on white, 0 (black) to 255, by the usual luma weights."""
    red, green, blue, opacity = color
    solid = 0.299 * red + 0.587 * green + 0.114 * blue
    return 255 + (solid - 255) * opacity / 255


def _matrix(form: Handle) -> NDArray[np.float64]:
    values = (ctypes.c_float * 6)()
    pdfium.object_matrix(form, ctypes.byref(values))
    a, b, c, d, e, f = values
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])


def _moved(sides: list[float], matrix: NDArray[np.float64]) -> tuple[float, float, float, float]:
    if matrix is _IDENTITY:
        left, bottom, right, top = sides
        return left, bottom, right, top
    left, bottom, right, top = sides
    corners = matrix @ np.array([[left, left, right, right], [bottom, top, bottom, top], [1] * 4])
    (x0, y0), (x1, y1) = corners[:2].min(1).tolist(), corners[:2].max(1).tolist()
    return x0, y0, x1, y1
