"""A document's bytes to its pages, by the first reader that manages; meant for the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from pipeline.pages.damage import looks_damaged
from pipeline.pages.errors import NoPages, PasswordNeeded, UnreadablePdf
from pipeline.pages.pdfium import pages_and_judge
from pipeline.pages.photograph import as_pdf
from pipeline.pages.remarks import recovered, remarks_on
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, Limits
from pipeline.pages.seen.judge import Judge
from pipeline.words import DocumentPages


def read_pages(
    data: bytes, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
) -> DocumentPages:
    """As ``read_pages_and_judge``, where nobody will ask the judge."""
    document, judge = read_pages_and_judge(data, passwords, limits)
    judge.close()
    return document


def read_pages_and_judge(
    data: bytes, passwords: Sequence[str] = (), limits: Limits = DEFAULT_LIMITS
) -> tuple[DocumentPages, Judge]:
    """Every page with its words: PDFium, PDFium on a repaired copy, or pdfplumber.

    Hidden words are set apart, and the warnings say whatever a person should know. Whether the
    ink of the others agrees with their text says the judge, of those it is asked about; it must be
    closed. Call it through ``pipeline.pages.sandbox.limited.run_limited``. Raises PasswordNeeded,
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
    data: bytes, passwords: Sequence[str], limits: Limits
) -> tuple[DocumentPages, Judge]:
    for password in (None, *passwords):
        try:
            return pages_and_judge(data, password, limits.pages)
        except PasswordNeeded:
            continue
    raise PasswordNeeded()


def _rescued(data: bytes, passwords: Sequence[str], limits: Limits) -> tuple[DocumentPages, Judge]:
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
