"""Documents through PDFium: the first reader asked, and the only one most documents need."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pipeline.pages import pages_done
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.assembly import assemble, assemble_plainly
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages, UnreadablePdf
from pipeline.pages.look import Look, look_at
from pipeline.pages.pdfium_words import PageText, page_text
from pipeline.pages.words import DocumentPages

MAX_PAGES = 2000
T = TypeVar("T")


def words_of_document(
    data: bytes, password: str | None = None, max_pages: int = MAX_PAGES
) -> DocumentPages:
    """Every word of a PDF with its box, as PDFium separates them, read in this process.

    Nothing is looked at: hidden words and words drawn twice are among them. Raises
    PasswordNeeded, NoPages, TooManyPages or UnreadablePdf.
    """
    with _pages_of(data, password, max_pages) as (document, count):
        texts = [_read(document, index, page_text) for index in range(count)]
        return DocumentPages(assemble_plainly(texts), "pdfium", _is_encrypted(document))


def seen_words_of_document(
    data: bytes, password: str | None = None, max_pages: int = MAX_PAGES
) -> DocumentPages:
    """As ``words_of_document``, but what a person sees: each word once, the unseen ones apart.

    It also knows the pages that are pictures. Raises the same. A hostile file can stop the
    process: callers outside tests go through ``pipeline.pages.sandbox``.
    """
    with _pages_of(data, password, max_pages) as (document, count):
        read = []
        for index in range(count):
            read.append(_read(document, index, _text_and_look))
            pages_done.tell(index + 1, count)
        texts, looks = zip(*read, strict=True)
        return DocumentPages(assemble(texts, looks), "pdfium", _is_encrypted(document))


@contextmanager
def _pages_of(data: bytes, password: str | None, max_pages: int) -> Iterator[tuple[int, int]]:
    """An open document and how many pages it has, with nobody else in PDFium."""
    with pdfium.PDFIUM_LOCK, open_document(data, password) as document, _no_collecting():
        yield document, _checked_count(document, max_pages)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Words by the thousand are made and none is garbage: looking for it costs a tenth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def open_document(data: bytes, password: str | None = None) -> Iterator[int]:
    """A PDFium document handle. Raises PasswordNeeded or UnreadablePdf."""
    # The environment may hold bytes that are no UTF-8; they are handed on as they came.
    secret = password.encode(errors="surrogateescape") if password else None
    handle = pdfium.load_document(data, len(data), secret)
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


def _is_encrypted(document: int) -> bool:
    return bool(pdfium.security_revision(document) != -1)


def _read(document: int, index: int, use: Callable[[int, int], T]) -> T:
    """What ``use`` makes of a loaded page and its text."""
    page = pdfium.load_page(document, index)
    if not page:
        raise UnreadablePdf()
    text_page = pdfium.load_text(page)
    try:
        return use(page, text_page)
    finally:
        pdfium.close_text(text_page)
        pdfium.close_page(page)


def _text_and_look(page: int, text_page: int) -> tuple[PageText, Look]:
    text = page_text(page, text_page)
    return text, look_at(page, text_page, text)
