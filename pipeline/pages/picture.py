"""A page as a picture, for a person who decides while looking at it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from db.errors import TieoutError
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Image as Drawn
from pipeline.pages.drawing import colour, loaded, scale_of
from pipeline.pages.errors import TooManyPages
from pipeline.pages.pdfium import open_document
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, Limits
from pipeline.pages.scan import openable
from pipeline.words import Box

_PIXELS_A_POINT = 2.0
_AROUND = 4.0


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
        return tuple(_size_of(document, index) for index in range(count))


def page_picture(
    data: bytes, number: int, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
) -> bytes:
    """The page, counted from 1, as a PNG in colour; meant for the sandbox.

    Raises NoSuchPage, PasswordNeeded and UnreadablePdf.
    """
    drawn, _ = _drawn(data, number, passwords, limits)
    return _png(drawn)


def row_picture(
    data: bytes,
    number: int,
    box: Box,
    passwords: Sequence[str] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> bytes:
    """What stands in a box of the page, and a little around it, as a PNG; meant for the sandbox.

    Raises as `page_picture` does.
    """
    drawn, scale = _drawn(data, number, passwords, limits)
    height, width = drawn.shape[:2]
    left, right = (_within(edge * scale, width) for edge in (box.x0, box.x1))
    top, bottom = (
        _within(edge * scale, height) for edge in (box.top - _AROUND, box.bottom + _AROUND)
    )
    return _png(drawn[top : max(bottom, top + 1), left : max(right, left + 1)])


def _within(pixel: float, side: int) -> int:
    return min(max(round(pixel), 0), side - 1)


def _drawn(
    data: bytes, number: int, passwords: Sequence[str], limits: Limits
) -> tuple[Drawn, float]:
    """The page, and how many pixels a point has."""
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        count = pdfium.page_count(document)
        if not 1 <= number <= count:
            raise NoSuchPage(number=number, count=count)
        with loaded(document, number - 1) as page:
            size = _size(page)
            scale = scale_of(_PIXELS_A_POINT, size)
            width, height = (max(1, round(side * scale)) for side in size)
            return colour(page, width, height), scale


def _size_of(document: int, index: int) -> tuple[float, float]:
    with loaded(document, index) as page:
        return _size(page)


def _size(page: int) -> tuple[float, float]:
    return float(pdfium.page_width(page)), float(pdfium.page_height(page))


def _png(image: Drawn) -> bytes:
    written = io.BytesIO()
    Image.fromarray(image).save(written, "PNG")
    return written.getvalue()
