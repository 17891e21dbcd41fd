"""A page as a picture, for a person who decides while looking at it."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from db.errors import TieoutError
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import colour, loaded, scale_of
from pipeline.pages.errors import NoPages, TooManyPages
from pipeline.pages.open import openable
from pipeline.pages.pdfium import open_document
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, ReadingLimits

#: In points from the page's top-left corner: left, top, right, bottom.
Box = tuple[float, float, float, float]

_PIXELS_A_POINT = 2.0
_POINTS_AN_INCH = 72


class NoSuchPage(TieoutError):
    """The document has no page {number}; it has {count}, counted from 1."""


def page_sizes(
    data: bytes, passwords: Sequence[str] = (), limits: ReadingLimits = DEFAULT_LIMITS
) -> tuple[tuple[float, float], ...]:
    """Width and height of each page as displayed, in points; meant for the sandbox.

    Raises NoPages, TooManyPages, PasswordNeeded and UnreadablePdf.
    """
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        count = pdfium.page_count(document)
        if not count:
            raise NoPages()
        if count > limits.pages:
            raise TooManyPages(pages=count, limit=limits.pages)
        return tuple(_size_of(document, index) for index in range(count))


def page_picture(
    data: bytes,
    number: int,
    passwords: Sequence[str] = (),
    limits: ReadingLimits = DEFAULT_LIMITS,
    pixels_a_point: float = _PIXELS_A_POINT,
) -> bytes:
    """The page, counted from 1, as a PNG in colour that says its scale; meant for the sandbox.

    Raises NoSuchPage, PasswordNeeded and UnreadablePdf.
    """
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        count = pdfium.page_count(document)
        if not 1 <= number <= count:
            raise NoSuchPage(number=number, count=count)
        with loaded(document, number - 1) as page:
            size = _size(page)
            scale = scale_of(pixels_a_point, size)
            width, height = (max(1, round(side * scale)) for side in size)
            return _png(Image.fromarray(colour(page, width, height)), scale)


def cut_out(picture: bytes, box: Box) -> bytes:
    """What is in the box of a page drawn by `page_picture`, as a PNG; meant for the sandbox."""
    with Image.open(io.BytesIO(picture)) as page:
        scale = page.info["dpi"][0] / _POINTS_AN_INCH
        left, top, right, bottom = (round(side * scale) for side in box)
        left, top = _within(left, page.width - 1), _within(top, page.height - 1)
        right, bottom = max(left + 1, right), max(top + 1, bottom)
        part = page.crop((left, top, min(right, page.width), min(bottom, page.height)))
        return _png(part, scale)


#: A colour is red, green and blue; what is below shows through.
Coloured = tuple[Box, tuple[int, int, int]]
_SHINING: Final = 70


def coloured(picture: bytes, boxes: Sequence[Coloured]) -> bytes:
    """A page drawn by `page_picture` with colours on it, as a PNG; meant for the sandbox."""
    with Image.open(io.BytesIO(picture)) as page:
        scale = page.info["dpi"][0] / _POINTS_AN_INCH
        layer = Image.new("RGBA", page.size)
        draw = ImageDraw.Draw(layer)
        for box, colour_of in boxes:
            left, top, right, bottom = (round(side * scale) for side in box)
            corners = (left, top, max(right, left + 1), max(bottom, top + 1))
            draw.rectangle(corners, fill=(*colour_of, _SHINING), outline=(*colour_of, 200))
        whole = Image.alpha_composite(page.convert("RGBA"), layer)
        return _png(whole.convert("RGB"), scale)


def _within(at: int, most: int) -> int:
    return max(0, min(at, most))


def _size_of(document: int, index: int) -> tuple[float, float]:
    with loaded(document, index) as page:
        return _size(page)


def _size(page: int) -> tuple[float, float]:
    return float(pdfium.page_width(page)), float(pdfium.page_height(page))


def _png(image: Image.Image, scale: float) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG", dpi=(_POINTS_AN_INCH * scale,) * 2)
    return written.getvalue()
