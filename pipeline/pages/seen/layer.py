"""Whether a page is a scan, and which of its words are the unseen text that somebody's OCR laid."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_library import Handle
from pipeline.pages.pdfium_words import PageText

_SCAN_SHARE = 0.5  # of the page: an image this large is a scan, not a logo
_DEEPEST_FORM = 12
_SHEER = 32  # of 255 levels of opacity: less, and a text does not show by itself
Matrix = NDArray[np.float64]


@dataclass(slots=True)
class _Painting:
    """What was met so far, in painting order: how far the texts lie beneath a page-wide image."""

    page: tuple[float, float, float, float]
    texts: list[Handle] = field(default_factory=list)
    beneath: int = 0
    is_scan: bool = False


def layer_of(page: int, text_page: int, text: PageText) -> tuple[bool, frozenset[int]]:
    """Whether an image fills most of the page; if so, the words that it hides or that hide."""
    whole = ctypes.c_void_p(page)
    objects = list(map(pdfium.get_object, repeat(whole), range(pdfium.count_objects(whole))))
    painting = _Painting(text.bounds)
    _walk(objects, None, painting, 0)
    if not painting.is_scan:
        return False, frozenset()
    beneath = {handle.value for handle in painting.texts[: painting.beneath]}
    return True, frozenset(_unseen(text_page, text, beneath))


def _unseen(text_page: int, text: PageText, beneath: set[int | None]) -> Iterator[int]:
    known: dict[int | None, bool] = {}
    whole = ctypes.c_void_p(text_page)
    for word, start in enumerate(text.starts.tolist()):
        handle = pdfium.text_object(whole, start)
        if handle.value not in known:
            known[handle.value] = handle.value in beneath or _is_sheer(handle)
        if known[handle.value]:
            yield word


def _is_sheer(text: Handle) -> bool:
    if not text.value:
        return False
    levels = [ctypes.c_uint(255) for _ in range(4)]
    pdfium.object_fill_color(text, *map(ctypes.byref, levels))
    return bool(pdfium.text_render_mode(text) == pdfium.INVISIBLE or levels[3].value < _SHEER)


def _walk(objects: list[Handle], matrix: Matrix | None, met: _Painting, depth: int) -> None:
    for handle, kind in zip(objects, map(pdfium.object_type, objects), strict=True):
        if kind == pdfium.TEXT:
            met.texts.append(handle)
        elif kind == pdfium.IMAGE and _share(handle, matrix, met.page) >= _SCAN_SHARE:
            met.is_scan, met.beneath = True, len(met.texts)
        elif kind == pdfium.FORM and depth < _DEEPEST_FORM:
            count = max(pdfium.count_form_objects(handle), 0)
            inner = list(map(pdfium.get_form_object, repeat(handle), range(count)))
            own = _matrix(handle)
            _walk(inner, own if matrix is None else matrix @ own, met, depth + 1)


def _share(image: Handle, matrix: Matrix | None, page: tuple[float, float, float, float]) -> float:
    """How much of the page an image fills."""
    sides = [ctypes.c_float() for _ in range(4)]
    pdfium.object_bounds(image, *map(ctypes.byref, sides))
    left, bottom, right, top = (side.value for side in sides)
    corners = np.array([[left, left, right, right], [bottom, top, bottom, top], [1, 1, 1, 1]])
    if matrix is not None:
        corners = matrix @ corners
    low = np.maximum(corners[:2].min(1), [page[0], page[3]])
    high = np.minimum(corners[:2].max(1), [page[2], page[1]])
    whole = (page[2] - page[0]) * (page[1] - page[3])
    return float(np.maximum(high - low, 0).prod() / max(whole, 1.0))


def _matrix(form: Handle) -> Matrix:
    values = (ctypes.c_float * 6)()
    pdfium.object_matrix(form, ctypes.byref(values))
    a, b, c, d, e, f = values
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])
