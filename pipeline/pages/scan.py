"""Documents with picture-only pages: whether OCR is needed and there, and reading them with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.pages.errors import OcrNotInstalled, PasswordNeeded, UnreadablePdf
from pipeline.pages.open import read_pages
from pipeline.pages.pdfium import open_document
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.photograph import as_pdf
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, Limits
from pipeline.words import DocumentPages


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
    data: bytes, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
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


def openable(data: bytes, passwords: Sequence[str], limits: Limits) -> tuple[bytes, str | None]:
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
