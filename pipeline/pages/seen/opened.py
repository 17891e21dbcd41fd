"""A document kept open with its latest pages and their pictures, so that none is drawn twice."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Crop, Form, Image, gray
from pipeline.pages.errors import UnreadablePdf
from pipeline.pages.pdfium_words import PageText, page_text
from pipeline.pages.seen.space import Space, space_of

DOTS = 150  # an inch: enough to tell digits, and hardly dearer than 72
_KEPT_BYTES = 64 << 20  # of pictures; what goes beyond is drawn anew


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A loaded page, its text and its picture as displayed."""

    page: int
    text_page: int
    text: PageText
    space: Space
    image: Image
    form: Form

    def crop(self, space: Space, part: Crop) -> Image:
        """A part of the page drawn in another space."""
        return gray(self.page, space.width, space.height, form=self.form, crop=part)

    def printed(self) -> Image:
        """The page as a printer would show it."""
        size = (self.space.width, self.space.height)
        return gray(self.page, *size, form=self.form, printing=True)


class OpenDocument:
    """The pages of an open PDFium document, the last ones kept. Callers hold ``PDFIUM_LOCK``."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._form = Form(handle)
        self._pages: OrderedDict[int, OpenPage] = OrderedDict()

    def page(self, index: int) -> OpenPage:
        """A page counted from 0. Raises UnreadablePdf."""
        if index in self._pages:
            self._pages.move_to_end(index)
        else:
            self._pages[index] = self._opened(index)
            self._let_go()
        return self._pages[index]

    def close(self) -> None:
        """Close the pages, but not the document itself."""
        for page in self._pages.values():
            self._close_page(page)
        self._pages.clear()
        self._form.close()

    def _opened(self, index: int) -> OpenPage:
        page = pdfium.load_page(self.handle, index)
        if not page:
            raise UnreadablePdf()
        self._form.takes(page)
        text_page = pdfium.load_text(page)
        text = page_text(page, text_page)
        space = space_of(text, DOTS)
        image = gray(page, space.width, space.height, form=self._form)
        return OpenPage(page, text_page, text, space, image, self._form)

    def _let_go(self) -> None:
        while len(self._pages) > 1 and self._bytes() > _KEPT_BYTES:
            _, oldest = self._pages.popitem(last=False)
            self._close_page(oldest)

    def _bytes(self) -> int:
        return sum(page.image.nbytes for page in self._pages.values())

    def _close_page(self, page: OpenPage) -> None:
        pdfium.close_text(page.text_page)
        self._form.leaves(page.page)
        pdfium.close_page(page.page)
