"""What is tried when PDFium refuses a document: a repaired copy, and at last another reader."""

import io
from collections.abc import Iterator, Sequence

import pdfplumber.pdf
import pikepdf

from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages, UnreadablePdf
from pipeline.pages.rows import rows_of, tokens
from pipeline.words import DocumentPages, Page, Word

_SAME_WORD = 1.5  # points between letters, pdfplumber's x_tolerance: more splits kerned numbers


def repaired(data: bytes, passwords: Sequence[str], max_pages: int) -> bytes:
    """The document as pikepdf understands it, unlocked and written again.

    Raises PasswordNeeded, NoPages, TooManyPages or UnreadablePdf.
    """
    for password in ("", *passwords):
        try:
            with pikepdf.open(io.BytesIO(data), password=password) as document:
                _check_count(len(document.pages), max_pages)
                out = io.BytesIO()
                document.save(out)
                return out.getvalue()
        except pikepdf.PasswordError:
            continue
        except (pikepdf.PdfError, RuntimeError, ValueError) as error:
            raise UnreadablePdf() from error
    raise PasswordNeeded()


def pages_by_pdfplumber(data: bytes, passwords: Sequence[str], max_pages: int) -> DocumentPages:
    """Words with boxes by pdfplumber: slow, but it reads a few files that PDFium does not.

    Raises NoPages, TooManyPages or UnreadablePdf.
    """
    for password in ("", *passwords):
        try:
            with pdfplumber.open(io.BytesIO(data), password=password) as document:
                _check_count(len(document.pages), max_pages)
                encrypted = document.doc.encryption is not None
                return DocumentPages(tuple(_pages(document)), "pdfplumber", encrypted)
        except (NoPages, TooManyPages):
            raise
        except Exception:  # noqa: BLE001 - it leaks built-in errors on broken files
            continue
    raise UnreadablePdf()


def _check_count(count: int, max_pages: int) -> None:
    if count == 0:
        raise NoPages()
    if count > max_pages:
        raise TooManyPages(pages=count, limit=max_pages)


def _pages(document: pdfplumber.pdf.PDF) -> Iterator[Page]:
    for number, page in enumerate(document.pages, 1):
        left, top, right, bottom = page.cropbox
        words = tuple(
            Word(
                word["text"],
                word["x0"] - left,
                word["top"] - top,
                word["x1"] - left,
                word["bottom"] - top,
            )
            for word in page.extract_words(x_tolerance=_SAME_WORD)
        )
        read = tuple(tokens(words))
        yield Page(
            number,
            right - left,
            bottom - top,
            read,
            image_only=not words and bool(page.images),
            rows=rows_of(read),
        )
        page.close()
