"""Documents through PDFium: the first reader asked, and the only one most documents need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.assembly import assemble
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages, UnreadablePdf
from pipeline.pages.look import Look, look_at
from pipeline.pages.pdfium_words import PageText, page_text
from pipeline.pages.words import DocumentPages

MAX_PAGES = 2000
_UNSEEN = Look()


def words_of_document(
    data: bytes, password: str | None = None, max_pages: int = MAX_PAGES, look: bool = False
) -> DocumentPages:
    """Every word of a PDF with its box, read in this process.

    ``look`` also finds words that a person cannot see, and pages that are pictures; without it
    only words off the page or too small to read are hidden. Raises PasswordNeeded, NoPages,
    TooManyPages or UnreadablePdf. A hostile file can still stop the process: callers outside
    tests go through ``pipeline.pages.sandbox``.
    """
    with pdfium.PDFIUM_LOCK, open_document(data, password) as document:
        count = _checked_count(document, max_pages)
        read = [_read_page(document, index, look) for index in range(count)]
        encrypted = pdfium.security_revision(document) != -1
    texts, looks = zip(*read, strict=True)
    return DocumentPages(assemble(texts, looks), engine="pdfium", encrypted=encrypted)


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


def _read_page(document: int, index: int, look: bool) -> tuple[PageText, Look]:
    page = pdfium.load_page(document, index)
    if not page:
        raise UnreadablePdf()
    text_page = pdfium.load_text(page)
    try:
        text = page_text(page, text_page)
        return text, look_at(page, text_page, text) if look else _UNSEEN
    finally:
        pdfium.close_text(text_page)
        pdfium.close_page(page)
