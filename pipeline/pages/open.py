"""Opens a document's bytes by the first reader that manages, with OCR where pages are pictures."""

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from pipeline.pages.errors import (
    NoPages,
    OcrNotInstalled,
    PasswordNeeded,
    UnreadablePdf,
    recovered,
    remarks_on,
)
from pipeline.pages.pdfium import open_document, pages_and_judge
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.photograph import as_pdf
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, ReadingLimits
from pipeline.pages.seen.judge import Judge
from pipeline.words import DocumentPages


def read_pages(
    data: bytes, passwords: Sequence[str] = (), limits: ReadingLimits = DEFAULT_LIMITS
) -> DocumentPages:
    """As ``read_pages_and_judge``, where no one will ask the judge."""
    document, judge = read_pages_and_judge(data, passwords, limits)
    judge.close()
    return document


def read_pages_and_judge(
    data: bytes, passwords: Sequence[str] = (), limits: ReadingLimits = DEFAULT_LIMITS
) -> tuple[DocumentPages, Judge]:
    """Every page with its words: PDFium, PDFium on a repaired copy, or pdfplumber.

    Hidden words are set apart, and the warnings say whatever a person should know. Whether the
    ink of the others agrees with their text says the judge, of those it is asked about; it must be
    closed. Call it through ``pipeline.pages.sandbox.fork.run_limited``. Raises PasswordNeeded,
    NoPages, TooManyPages, UnreadablePdf and, of a picture, what `as_pdf` does.
    """
    data = as_pdf(data, limits)
    try:
        document, judge = _by_pdfium(data, passwords, limits)
        mended = looks_damaged(data)
    except (UnreadablePdf, NoPages):
        document, judge = _rescued(data, passwords, limits)
        mended = True
    warnings = (recovered(len(document.pages)),) if mended else ()
    return replace(document, warnings=(*warnings, *remarks_on(document.pages))), judge


def _by_pdfium(
    data: bytes, passwords: Sequence[str], limits: ReadingLimits
) -> tuple[DocumentPages, Judge]:
    for password in (None, *passwords):
        try:
            return pages_and_judge(data, password, limits.pages)
        except PasswordNeeded:
            continue
    raise PasswordNeeded()


def _rescued(
    data: bytes, passwords: Sequence[str], limits: ReadingLimits
) -> tuple[DocumentPages, Judge]:
    from pipeline.pages import rescue  # its libraries are slow to import and seldom needed

    try:
        document, judge = _by_pdfium(rescue.repaired(data, passwords, limits.pages), (), limits)
        document = replace(document, engine="pikepdf+pdfium", encrypted=b"/Encrypt" in data)
    except (UnreadablePdf, NoPages):
        document = rescue.pages_by_pdfplumber(data, passwords, limits.pages)
        judge = Judge(None, (), ExitStack())
    if not any(page.words or page.image_only for page in document.pages):
        judge.close()
        raise UnreadablePdf()  # a rescue that saved nothing is none
    return document, judge


_TAIL = 2048  # bytes from the end in which the last cross-reference must be named
_NAMED = re.compile(rb"startxref\s+(\d+)\s+%%EOF")
_TABLE = re.compile(rb"\s*(xref|\d+\s+\d+\s+obj)\b")


def looks_damaged(data: bytes) -> bool:
    """True unless the file ends by naming a place where a cross-reference table is."""
    named = _NAMED.findall(data, max(0, len(data) - _TAIL))
    if not named:
        return True
    header = max(data.find(b"%PDF-", 0, 1024), 0)  # offsets count from the header, or should
    return not any(_TABLE.match(data, int(named[-1]) + shift) for shift in {0, header})


def pictures(document: DocumentPages) -> int:
    """How many pages have their text in a picture."""
    return sum(page.image_only for page in document.pages)


def without_ocr(document: DocumentPages) -> DocumentPages:
    """The document as far as it goes without OCR, with a warning.

    Raises OcrNotInstalled if no page has words.
    """
    if all(page.image_only or not page.words for page in document.pages):
        raise OcrNotInstalled()
    numbers = ", ".join(str(page.number) for page in document.pages if page.image_only)
    warning = f"Not read, because they are pictures: page {numbers}. {OcrNotInstalled().message()}"
    return replace(document, warnings=(*document.warnings, warning))


def read_scanned_pages(
    data: bytes, passwords: Sequence[str] = (), limits: ReadingLimits = DEFAULT_LIMITS
) -> DocumentPages:
    """As ``read_pages``, with the picture-only pages recognised; meant for the sandbox.

    Call it under ``pipeline.pages.ocr.ocr_limits``. Raises what ``read_pages`` raises, and
    OcrNotInstalled.
    """
    from pipeline.pages.ocr import recognised

    data = as_pdf(data, limits)
    pages = read_pages(data, passwords, limits)
    if not pictures(pages):
        return pages
    whole, password = openable(data, passwords, limits)
    with PDFIUM_LOCK, open_document(whole, password) as document:
        return recognised(document, pages)


def openable(
    data: bytes, passwords: Sequence[str], limits: ReadingLimits
) -> tuple[bytes, str | None]:
    """Bytes that PDFium opens, with the password for them: a repaired copy where it must be, a
    PDF of a picture."""
    data = as_pdf(data, limits)
    for password in (None, *passwords):
        try:
            with open_document(data, password):
                return data, password
        except PasswordNeeded:
            continue
        except UnreadablePdf:
            break
    from pipeline.pages.rescue import repaired

    return repaired(data, passwords, limits.pages), None
