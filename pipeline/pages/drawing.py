"""Draws a page as PDFium would show it, in gray or in colour, on white, with notes and forms."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium

Image = NDArray[np.uint8]

_LARGEST = 4000  # pixels: a larger page is rendered smaller
_FORM_SETTINGS = 512  # bytes, more than the structure has; all callbacks stay empty
_VERSION = 2


class Crop(NamedTuple):
    """A part of a drawn page, in pixels."""

    left: int
    top: int
    width: int
    height: int


@contextmanager
def loaded(document: int, index: int) -> Iterator[int]:
    """The handle of a page, counted from 0, of an open document."""
    page = pdfium.load_page(document, index)
    try:
        yield page
    finally:
        pdfium.close_page(page)


class Form:
    """The fields of a document's form, which are drawn apart from all else; most have none.

    It is made before a page is loaded, and closed before the document.
    """

    def __init__(self, document: int) -> None:
        self.handle = 0
        if pdfium.form_type(document) > 0:
            self._settings = ctypes.create_string_buffer(_FORM_SETTINGS)
            self._settings[0] = bytes([_VERSION])
            self.handle = pdfium.open_form(document, self._settings) or 0
        if self.handle:
            pdfium.form_highlight(self.handle, 0)

    def takes(self, page: int) -> None:
        """A page was loaded."""
        if self.handle:
            pdfium.form_takes_page(page, self.handle)

    def leaves(self, page: int) -> None:
        """A page is about to be closed."""
        if self.handle:
            pdfium.form_leaves_page(page, self.handle)

    def close(self) -> None:
        """The document is about to be closed."""
        if self.handle:
            pdfium.close_form(self.handle)
            self.handle = 0


def scale_of(wanted: float, size: tuple[float, float]) -> float:
    """So many pixels a point (``size``) as wanted, or as a picture may have."""
    return min(wanted, _LARGEST / max(*size, 1))


def gray(
    page: int,
    width: int,
    height: int,
    *,
    form: Form | None = None,
    crop: Crop | None = None,
    printing: bool = False,
) -> Image:
    """The page as displayed, or a part of it, or as it is printed: rows, columns."""
    part = crop or Crop(0, 0, width, height)
    image = np.full((part.height, part.width), 255, np.uint8)
    flags = pdfium.RENDER_GRAY | (pdfium.RENDER_PRINTING if printing else 0)
    _draw(page, image, pdfium.BITMAP_GRAY, flags, Crop(-part.left, -part.top, width, height), form)
    return image


def colour(page: int, width: int, height: int, form: Form | None = None) -> Image:
    """The page as displayed: rows, columns, and red, green, blue."""
    image = np.full((height, width, 4), 255, np.uint8)
    _draw(page, image, pdfium.BITMAP_BGRX, 0, Crop(0, 0, width, height), form)
    return image[:, :, 2::-1]


def _draw(page: int, image: Image, kind: int, flags: int, place: Crop, form: Form | None) -> None:
    """The page is drawn at ``place``, which may reach beyond the image."""
    height, width = image.shape[:2]
    flags |= pdfium.RENDER_ANNOTATIONS
    bitmap = pdfium.create_bitmap(width, height, kind, image.ctypes.data, image.strides[0])
    if not bitmap:
        raise MemoryError
    try:
        pdfium.render_page(bitmap, page, *place, 0, flags)
        if form is not None and form.handle:
            pdfium.draw_form(form.handle, bitmap, page, *place, 0, flags)
    finally:
        pdfium.destroy_bitmap(bitmap)
