"""Documents through PDFium: the first reader asked, and the only one most documents need."""

import ctypes
import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Final, TypeVar

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.assembly import assemble, assemble_plainly, look_at
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages, UnreadablePdf
from pipeline.pages.pdfium_words import UNKNOWN, page_text
from pipeline.pages.sandbox import limits
from pipeline.pages.sandbox import limits as outcome
from pipeline.pages.seen.judge import Judge
from pipeline.pages.seen.opened import OpenDocument
from pipeline.words import DocumentPages

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


def pages_and_judge(
    data: bytes, password: str | None = None, max_pages: int = MAX_PAGES
) -> tuple[DocumentPages, Judge]:
    """As ``words_of_document``, but what a person sees: each word once, the unseen ones apart, and
    the pages that are pictures; and who can say which words' ink agrees with their text.

    The judge keeps the document open and must be closed. Raises the same. A hostile file can stop
    the process: callers outside tests go through ``pipeline.pages.sandbox.limits``.
    """
    with pdfium.PDFIUM_LOCK, ExitStack() as closing, _no_collecting():
        handle = closing.enter_context(open_document(data, password))
        count = _checked_count(handle, max_pages)
        document = OpenDocument(handle)
        closing.callback(document.close)
        texts, looks = [], []
        for index in range(count):
            page = document.page(index)
            texts.append(page.text)
            looks.append(look_at(page))
            outcome.report_pages(index + 1, count)
        pages, sources = assemble(texts, looks)
        read = DocumentPages(pages, "pdfium", _is_encrypted(handle))
        return read, Judge(document, sources, closing.pop_all())


@contextmanager
def _pages_of(data: bytes, password: str | None, max_pages: int) -> Iterator[tuple[int, int]]:
    """An open document and how many pages it has, with no one else in PDFium."""
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


_MOST_BYTES: Final = 1 << 12  # of a name
_PAGES: Final = 200  # whose notes are counted
_FILES: Final = 20  # that are named
#: What is no note: links, fields of a form, and the window of a note that is counted itself.
_NO_NOTES: Final = frozenset({pdfium.LINK, pdfium.WIDGET, pdfium.POPUP})


def programs_of(document: int) -> list[str]:
    """The programs that a PDF says produced and created it, empty where it names none."""
    return [_name(pdfium.meta_text, document, key) for key in (b"Producer", b"Creator")]


def signatures_of(document: int) -> int:
    """How often a PDF is signed; an empty place for a signature is none."""
    places = map(partial(pdfium.get_signature, document), range(pdfium.count_signatures(document)))
    return sum(pdfium.signature_bytes(place, None, 0) > 0 for place in places)


def notes_of(document: int) -> int:
    """How many notes and drawings are laid over the first 200 pages."""
    count = 0
    for index in range(min(pdfium.page_count(document), _PAGES)):
        page = pdfium.load_page(document, index)
        for place in range(pdfium.count_annotations(page) if page else 0):
            annotation = pdfium.get_annotation(page, place)
            count += pdfium.annotation_kind(annotation) not in _NO_NOTES
            pdfium.close_annotation(annotation)
        pdfium.close_page(page)
    return count


def attachments_of(document: int) -> list[str]:
    """The names of the files within a PDF, of 20 at the most."""
    files = range(min(pdfium.count_attachments(document), _FILES))
    return [_name(pdfium.attachment_name, pdfium.get_attachment(document, each)) for each in files]


def _name(ask: Callable[..., int], *of: int | bytes) -> str:
    buffer = ctypes.create_string_buffer(_MOST_BYTES)
    used = ask(*of, buffer, _MOST_BYTES)
    if used > _MOST_BYTES:
        return UNKNOWN
    return buffer.raw[: max(used - 2, 0)].decode("utf-16-le", "replace")


def _checked_count(document: int, max_pages: int) -> int:
    count: int = pdfium.page_count(document)
    if count <= 0:
        raise NoPages()
    if count > max_pages:
        raise TooManyPages(pages=count, limit=max_pages)
    limits.count_pages(count)
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
