"""Draws a page as PDFium would show it, in gray or in colour, on white."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium

Image = NDArray[np.uint8]

_LARGEST = 4000  # pixels: a larger page is rendered smaller


@contextmanager
def loaded(document: int, index: int) -> Iterator[int]:
    """The handle of a page, counted from 0, of an open document."""
    page = pdfium.load_page(document, index)
    try:
        yield page
    finally:
        pdfium.close_page(page)


def scale_of(wanted: float, size: tuple[float, float]) -> float:
    """So many pixels a point (``size``) as wanted, or as a picture may have."""
    return min(wanted, _LARGEST / max(*size, 1))


def gray(page: int, width: int, height: int) -> Image:
    """The page as displayed: rows, columns."""
    image = np.full((height, width), 255, np.uint8)
    _draw(page, image, pdfium.BITMAP_GRAY, pdfium.RENDER_GRAY)
    return image


def colour(page: int, width: int, height: int) -> Image:
    """The page and what is noted on it as displayed: rows, columns, and red, green, blue."""
    image = np.full((height, width, 4), 255, np.uint8)
    _draw(page, image, pdfium.BITMAP_BGRX, pdfium.RENDER_ANNOTATIONS)
    return image[:, :, 2::-1]


def _draw(page: int, image: Image, kind: int, flags: int) -> None:
    height, width = image.shape[:2]
    bitmap = pdfium.create_bitmap(width, height, kind, image.ctypes.data, image.strides[0])
    if not bitmap:
        raise MemoryError
    try:
        pdfium.render_page(bitmap, page, 0, 0, width, height, 0, flags)
    finally:
        pdfium.destroy_bitmap(bitmap)
