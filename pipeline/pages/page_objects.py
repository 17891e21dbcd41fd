"""The objects a page paints, in painting order, with its forms opened up."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_library import Handle

_DEEPEST_FORM = 12
_NOT_TEXT = -1


@dataclass(frozen=True, slots=True)
class Run:
    """Objects painted one after the other in one space.

    ``modes`` are text render modes, -1 for what is not text; ``kinds`` are PDFium's object types.
    ``matrix`` leads from their space to the page's, None where they are one. ``transparent`` says
    that something may shine through.
    """

    handles: list[Handle]
    modes: list[int]
    kinds: list[int]
    matrix: NDArray[np.float64] | None
    transparent: bool


def runs_of(page: int) -> Iterator[Run]:
    """All that a loaded page paints."""
    whole = ctypes.c_void_p(page)
    count = pdfium.count_objects(whole)
    handles = list(map(pdfium.get_object, repeat(whole), range(count)))
    yield from _open(handles, None, bool(pdfium.page_has_transparency(page)), depth=0)


def _open(
    handles: list[Handle], matrix: NDArray[np.float64] | None, transparent: bool, depth: int
) -> Iterator[Run]:
    modes = list(map(pdfium.text_render_mode, handles))
    kinds = [
        pdfium.object_type(handle) if mode == _NOT_TEXT else pdfium.TEXT
        for handle, mode in zip(handles, modes, strict=True)
    ]
    if pdfium.FORM not in kinds:
        yield Run(handles, modes, kinds, matrix, transparent)
        return
    spots = groupby(range(len(handles)), key=lambda index: kinds[index] == pdfium.FORM)
    for are_forms, group in spots:
        places = list(group)
        chosen = slice(places[0], places[-1] + 1)
        if not are_forms:
            yield Run(handles[chosen], modes[chosen], kinds[chosen], matrix, transparent)
            continue
        for form in handles[chosen] if depth < _DEEPEST_FORM else ():
            inner = transparent or bool(pdfium.object_has_transparency(form))
            own = _matrix(form)
            whole = own if matrix is None else matrix @ own
            yield from _open(_objects_of(form), whole, inner, depth + 1)


def _objects_of(form: Handle) -> list[Handle]:
    count = max(pdfium.count_form_objects(form), 0)
    return list(map(pdfium.get_form_object, repeat(form), range(count)))


def _matrix(form: Handle) -> NDArray[np.float64]:
    values = (ctypes.c_float * 6)()
    pdfium.object_matrix(form, ctypes.byref(values))
    a, b, c, d, e, f = values
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])
