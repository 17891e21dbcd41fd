"""What a page paints, in order: its texts with their colours, and the areas it fills."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_library import Handle

_DEEPEST_FORM = 12
_IDENTITY = np.eye(3)
_BLACK = (0, 0, 0, 255)
_NOT_TEXT = -1
_LUMA = np.array([0.299, 0.587, 0.114])


@dataclass(frozen=True, slots=True)
class Fill:
    """An area painted over: left, bottom, right, top in the page's space.

    ``order`` is its place among all that the page paints. ``gray`` is its brightness, 0 to 255,
    or None for a picture or a blend.
    """

    order: int
    bounds: tuple[float, float, float, float]
    gray: float | None
    is_image: bool


@dataclass(slots=True)
class Painted:
    """Everything a page paints, forms opened up; a place in these lists is the painting order.

    ``modes`` are text render modes, -1 for what is not text. ``colors`` are red, green, blue and
    opacity, 0 to 255. ``blended`` are the texts whose visibility their colour does not tell.
    """

    handles: list[Handle] = field(default_factory=list)
    modes: list[int] = field(default_factory=list)
    colors: NDArray[np.uint32] = field(default_factory=lambda: np.zeros((0, 4), np.uint32))
    blended: set[int] = field(default_factory=set)
    fills: list[Fill] = field(default_factory=list)

    def places(self) -> dict[int | None, int]:
        """The painting order of each object by the address of its handle."""
        return {handle.value: order for order, handle in enumerate(self.handles)}


@dataclass(frozen=True, slots=True)
class _Layer:
    """Where the objects of the page itself, or of one form on it, stand."""

    matrix: NDArray[np.float64]
    transparent: bool
    depth: int


class _Slots:
    """Memory for PDFium's answers about many objects, four numbers each, made once."""

    def __init__(self) -> None:
        self.values = np.zeros((0, 4), np.uint32)
        self.columns: list[list[ctypes.c_void_p]] = []

    def reserve(self, count: int) -> None:
        if count <= len(self.values):
            return
        self.values = np.zeros((max(1024, 2 * count), 4), np.uint32)
        first, rows = self.values.ctypes.data, range(len(self.values))
        self.columns = [
            [ctypes.c_void_p(first + 16 * row + 4 * column) for row in rows] for column in range(4)
        ]


_slots = _Slots()


def painted(page: int) -> Painted:
    """Every text and fill of a loaded page, those inside forms included."""
    found = Painted()
    whole = ctypes.c_void_p(page)
    count = pdfium.count_objects(whole)
    handles = list(map(pdfium.get_object, repeat(whole), range(count)))
    _add(handles, _Layer(_IDENTITY, bool(pdfium.page_has_transparency(page)), 0), found)
    return found


def _add(handles: list[Handle], layer: _Layer, found: Painted) -> None:
    """Add objects in runs, so that a form's own stand where the form is painted."""
    modes = list(map(pdfium.text_render_mode, handles))
    start = 0
    for index, (handle, mode) in enumerate(zip(handles, modes, strict=True)):
        if mode == _NOT_TEXT and pdfium.object_type(handle) == pdfium.FORM:
            _add_run(handles[start:index], modes[start:index], layer, found)
            _add_form(handle, layer, found)
            start = index + 1
    _add_run(handles[start:], modes[start:], layer, found)


def _add_form(form: Handle, outer: _Layer, found: Painted) -> None:
    if outer.depth >= _DEEPEST_FORM:
        return
    count = pdfium.count_form_objects(form)
    handles = list(map(pdfium.get_form_object, repeat(form), range(max(count, 0))))
    transparent = outer.transparent or bool(pdfium.object_has_transparency(form))
    _add(handles, _Layer(outer.matrix @ _matrix(form), transparent, outer.depth + 1), found)


def _add_run(handles: list[Handle], modes: list[int], layer: _Layer, found: Painted) -> None:
    first = len(found.handles)
    colors = _colors(handles)
    found.handles += handles
    found.modes += modes
    found.colors = np.concatenate([found.colors, colors])
    for index, (handle, mode) in enumerate(zip(handles, modes, strict=True)):
        if mode == _NOT_TEXT:
            if fill := _fill(handle, first + index, colors[index], layer):
                found.fills.append(fill)
        elif layer.transparent and pdfium.object_has_transparency(handle):
            found.blended.add(first + index)


def _colors(handles: list[Handle]) -> NDArray[np.uint32]:
    """Red, green, blue and opacity, 0 to 255; opaque black where PDFium cannot say."""
    _slots.reserve(len(handles))
    values = _slots.values[: len(handles)]
    values[:] = _BLACK
    for _ in map(pdfium.object_fill_color, handles, *_slots.columns):
        pass
    return values.copy()


def _fill(handle: Handle, order: int, color: NDArray[np.uint32], layer: _Layer) -> Fill | None:
    kind = pdfium.object_type(handle)
    if kind == pdfium.PATH and not _is_filled(handle):
        return None
    sides = (ctypes.c_float * 4)()
    pdfium.object_bounds(handle, *(ctypes.byref(sides, 4 * index) for index in range(4)))
    plain = kind == pdfium.PATH and color[3] == 255
    gray = float(brightness(color[None])[0]) if plain else None
    return Fill(order, _moved(list(sides), layer.matrix), gray, kind == pdfium.IMAGE)


def _is_filled(path: Handle) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.path_draw_mode(path, ctypes.byref(fill), ctypes.byref(stroke))
    return fill.value != 0


def brightness(colors: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How bright colours look on white paper, 0 (black) to 255, by the usual luma weights."""
    result: NDArray[np.float64] = 255 + (colors[:, :3] @ _LUMA - 255) * colors[:, 3] / 255
    return result


def _matrix(form: Handle) -> NDArray[np.float64]:
    values = (ctypes.c_float * 6)()
    pdfium.object_matrix(form, ctypes.byref(values))
    a, b, c, d, e, f = values
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])


def _moved(sides: list[float], matrix: NDArray[np.float64]) -> tuple[float, float, float, float]:
    left, bottom, right, top = sides
    if matrix is _IDENTITY:
        return left, bottom, right, top
    corners = matrix @ np.array([[left, left, right, right], [bottom, top, bottom, top], [1] * 4])
    (x0, y0), (x1, y1) = corners[:2].min(1).tolist(), corners[:2].max(1).tolist()
    return x0, y0, x1, y1
