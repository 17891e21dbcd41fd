"""A page as a picture, for a person who decides while looking at it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from PIL import Image

from db.errors import TieoutError
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.errors import TooManyPages
from pipeline.pages.limits import DEFAULT_LIMITS, Limits
from pipeline.pages.pdfium import open_document
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.scan import openable

_PIXELS_A_POINT = 2.0
_LARGEST = 4000  # pixels: a larger page is rendered smaller


class NoSuchPage(TieoutError):
    """The document has no page {number}; it has {count}, counted from 1."""

    code: ClassVar[str] = "no_such_page"


def page_sizes(
    data: bytes, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
) -> tuple[tuple[float, float], ...]:
    """Width and height of each page as displayed, in points; meant for the sandbox.

    Raises TooManyPages, PasswordNeeded and UnreadablePdf.
    """
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        count = pdfium.page_count(document)
        if count > limits.pages:
            raise TooManyPages(pages=count, limit=limits.pages)
        return tuple(_size(document, index) for index in range(count))


def page_picture(
    data: bytes, number: int, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
) -> bytes:
    """The page, counted from 1, as a PNG in colour; meant for the sandbox.

    Raises NoSuchPage, PasswordNeeded and UnreadablePdf.
    """
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        count = pdfium.page_count(document)
        if not 1 <= number <= count:
            raise NoSuchPage(number=number, count=count)
        size = _size(document, number - 1)
        scale = min(_PIXELS_A_POINT, _LARGEST / max(*size, 1))
        width, height = (max(1, round(side * scale)) for side in size)
        return _png(document, number - 1, width, height)


def _size(document: int, index: int) -> tuple[float, float]:
    page = pdfium.load_page(document, index)
    try:
        return float(pdfium.page_width(page)), float(pdfium.page_height(page))
    finally:
        pdfium.close_page(page)


def _png(document: int, index: int, width: int, height: int) -> bytes:
    pixels = np.full((height, width, 4), 255, np.uint8)
    bitmap = pdfium.create_bitmap(width, height, pdfium.BITMAP_BGRX, pixels.ctypes.data, width * 4)
    if not bitmap:
        raise MemoryError
    page = pdfium.load_page(document, index)
    try:
        pdfium.render_page(bitmap, page, 0, 0, width, height, 0, pdfium.RENDER_ANNOTATIONS)
    finally:
        pdfium.close_page(page)
        pdfium.destroy_bitmap(bitmap)
    written = io.BytesIO()
    Image.fromarray(pixels[:, :, 2::-1]).save(written, "PNG")
    return written.getvalue()
