"""Documents through PDFium: the first reader asked, and the only one most documents need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.display import displayed_words
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages, UnreadablePdf
from pipeline.pages.pdfium_words import PageText, page_text
from pipeline.pages.words import DocumentPages, Page

MAX_PAGES = 2000


def words_of_document(
    data: bytes, password: str | None = None, max_pages: int = MAX_PAGES
) -> DocumentPages:
    """Every word of a PDF with its box, read in this process.

    Raises PasswordNeeded, NoPages, TooManyPages or UnreadablePdf. A hostile file can still stop
    the process: callers outside tests go through ``pipeline.pages.sandbox``.
    """
    with pdfium.PDFIUM_LOCK, open_document(data, password) as document:
        count = _checked_count(document, max_pages)
        texts = [_text(document, index) for index in range(count)]
        encrypted = pdfium.security_revision(document) != -1
    return DocumentPages(_pages(texts), engine="pdfium", encrypted=encrypted)


@contextmanager
def open_document(data: bytes, password: str | None = None) -> Iterator[int]:
    """A PDFium document handle. Raises PasswordNeeded or UnreadablePdf."""
    handle = pdfium.load_document(data, len(data), password.encode() if password else None)
    if not handle:
        locked = pdfium.last_error() == pdfium.ERROR_PASSWORD
        raise PasswordNeeded() if locked else UnreadablePdf()
    try:
        yield handle
    finally:
        pdfium.close_document(handle)


def _checked_count(document: int, max_pages: int) -> int:
    count: int = pdfium.page_count(document)
    if count <= 0:
        raise NoPages()
    if count > max_pages:
        raise TooManyPages(pages=count, limit=max_pages)
    return count


def _text(document: int, index: int) -> PageText:
    page = pdfium.load_page(document, index)
    if not page:
        raise UnreadablePdf()
    text_page = pdfium.load_text(page)
    try:
        return page_text(page, text_page)
    finally:
        pdfium.close_text(text_page)
        pdfium.close_page(page)


def _pages(texts: list[PageText]) -> tuple[Page, ...]:
    words = displayed_words(texts)
    return tuple(
        Page(number, text.width, text.height, words[number - 1])
        for number, text in enumerate(texts, 1)
    )
