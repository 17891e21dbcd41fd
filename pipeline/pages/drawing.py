"""Draws a page as PDFium shows it, evens its light, and cuts words out of the picture."""

import ctypes
from collections.abc import Iterator, Sequence
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


_GRAIN = 4.0  # shades by which the paper's points differ: beyond it, points are taken for commas
_SOFT = 0.8  # points of a drawing at 200 dpi: strokes are wider
_SMALLER = 8
_LETTER = 9  # points of the smaller picture: larger than a letter's stroke
_DARKEST = 0.5  # of the paper's usual light: what is darker was printed so
_FAINT = 64.0  # shades between ink and paper that are stretched at most


def softened(page: Image, dpi: float) -> Image:
    """The picture without the grain of a cheap camera, if it has any."""
    import cv2

    return page if _grain(page) < _GRAIN else cv2.GaussianBlur(page, (0, 0), _SOFT * dpi / 200)  # type: ignore[return-value]


def evenly_lit(page: Image) -> Image:
    """The picture with paper as light as it gets everywhere and the darkest ink black."""
    import cv2

    height, width = page.shape
    small = (max(1, width // _SMALLER), max(1, height // _SMALLER))
    rough = cv2.resize(page, small, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(rough, np.ones((_LETTER, _LETTER), np.uint8)), 5)
    paper = np.maximum(paper, round(_DARKEST * float(np.median(paper)))).astype(np.uint8)
    lit = cv2.divide(page, cv2.resize(paper, (width, height)), scale=255)
    dark = min(float(lit.min()), 255 - _FAINT)
    shades = (np.arange(256) - dark) * (255 / (255 - dark))
    evened: Image = shades.clip(0, 255).astype(np.uint8)[lit]
    return evened


def _grain(page: Image) -> float:
    """By how many shades a point of plain paper differs from its neighbours (Immerkaer, 1996)."""
    import cv2

    differences = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    found = cv2.filter2D(page, cv2.CV_32F, differences)[1::3, 1::3]
    return float(np.median(np.abs(found))) / 0.6745 / 6


class Recognised(NamedTuple):
    """One word: its text, the corners of its box in pixels (four of x, y), and how sure OCR is."""

    text: str
    corners: NDArray[np.float64]
    score: float


Line = Sequence[Recognised]
"""The words of one line, from left to right."""


def corners_of(line: Line) -> NDArray[np.float64]:
    """The four corners of some words of a line, from the top left clockwise."""
    first, last = line[0].corners, line[-1].corners
    return np.array([first[0], last[1], last[2], first[3]])


def flattened(
    page: Image, corners: NDArray[np.float64], margin: float
) -> tuple[Image, NDArray[np.float64]]:
    """A place turned upright with room of so many of its heights at both ends, and the projection
    from there back to the page."""
    height = float(np.hypot(*(corners[3] - corners[0])))
    return _upright(page, corners, margin * height, margin * height)


def crop(page: Image, line: Line, span: slice, scale: float) -> NDArray[np.uint8]:
    """The place of some words, turned upright, in three equal colours."""
    corners = corners_of(line[span]) * scale
    height = float(np.hypot(*(corners[3] - corners[0])))
    turned, _ = _upright(page, corners, *_margins(line, span, height, scale))
    return np.repeat(turned[:, :, np.newaxis], 3, axis=2).astype(np.uint8)


def _upright(
    page: Image, corners: NDArray[np.float64], left: float, right: float
) -> tuple[Image, NDArray[np.float64]]:
    import cv2

    quad = corners.astype(np.float32)
    along = quad[1] - quad[0]
    width, height = float(np.hypot(*along)), float(np.hypot(*(quad[3] - quad[0])))
    unit = along / max(width, 1)
    quad[[0, 3]] -= left * unit
    quad[[1, 2]] += right * unit
    size = (max(round(width + left + right), 1), max(round(height), 1))
    upright = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    turned = cv2.warpPerspective(
        page,
        cv2.getPerspectiveTransform(quad, upright),
        size,
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    back = np.asarray(cv2.getPerspectiveTransform(upright, quad), np.float64)
    return turned.astype(np.uint8), back


def _margins(line: Line, span: slice, height: float, scale: float) -> tuple[float, float]:
    """Room at both ends, but no more than to the middle of the gap to the next word."""
    room = height * 0.3
    before = line[span.start - 1 : span.start] if span.start else ()
    after = line[span.stop : span.stop + 1]
    first, last = line[span.start], line[span.stop - 1]
    left = (first.corners[0, 0] - before[0].corners[1, 0]) * scale / 2 if before else room
    right = (after[0].corners[0, 0] - last.corners[1, 0]) * scale / 2 if after else room
    return max(min(left, room), 0), max(min(right, room), 0)
