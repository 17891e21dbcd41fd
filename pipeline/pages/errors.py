"""What can go wrong between a file's bytes and its words, each with its remedy."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError
from db.extras import ExtraMissing
from db.words import FaultClass


class PagesError(TieoutError):
    """The document's pages could not be read."""

    code: ClassVar[str] = "pages_error"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


class UnreadablePdf(PagesError):
    """No reader could open this PDF: it is damaged. Download it again from the bank, or print it
    to a new PDF."""

    code: ClassVar[str] = "unreadable_pdf"


class PasswordNeeded(PagesError):
    """This PDF is locked and none of the given passwords opens it. Put the right one in
    TIEOUT_PDF_PASSWORDS or in a file named by --password-file."""

    code: ClassVar[str] = "password_needed"


class NoPages(PagesError):
    """The document has 0 pages, or hides them from the reader. Download it again from the bank."""

    code: ClassVar[str] = "no_pages"


class TooManyPages(PagesError):
    """The document has {pages} pages, more than the limit of {limit}. Split it, or allow more
    with the setting TIEOUT_READ_PAGES={pages}"""

    code: ClassVar[str] = "too_many_pages"


class ReaderTimeout(PagesError):
    """Reading the document took more than {seconds} seconds of the processor, and the time that
    each page has besides, so it was stopped. Allow more with the setting
    TIEOUT_READ_SECONDS={more}, or print the document to a new PDF."""

    code: ClassVar[str] = "reader_timeout"
    fault: ClassVar[FaultClass] = FaultClass.RESOURCE


class ReaderStalled(PagesError):
    """The document's reader gave no answer for {seconds:g} seconds, though it had hardly had the
    processor. The machine is too busy, or was asleep; nothing is wrong with the document. Try
    again."""

    code: ClassVar[str] = "reader_stalled"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class ReaderOutOfMemory(PagesError):
    """Reading the document needed more than {mib} MiB of memory, so it was stopped. Allow more
    with the setting TIEOUT_READ_MEMORY_MIB={more}, or print the document to a new PDF."""

    code: ClassVar[str] = "reader_out_of_memory"
    fault: ClassVar[FaultClass] = FaultClass.RESOURCE


class ReaderKilled(PagesError):
    """The document's reader was ended by {cause}, as the system does where memory is short. Free
    memory, or read fewer documents at once, and bring the document in again; if its reader ends
    so by itself too, print it to a new PDF."""

    code: ClassVar[str] = "reader_killed"
    fault: ClassVar[FaultClass] = FaultClass.RESOURCE


class ReaderCrashed(PagesError):
    """The document broke its reader ({cause}); nothing else was harmed. Print it to a new PDF and
    import that."""

    code: ClassVar[str] = "reader_crashed"


class PictureUnreadable(PagesError):
    """The picture could not be opened: the {kind} is damaged, or its kind is not supported here.
    Save it as PNG or JPEG, or photograph the page again."""

    code: ClassVar[str] = "picture_unreadable"


class PictureTooLarge(PagesError):
    """The picture has {megapixels} megapixels, more than the limit of {limit}. Save it smaller:
    10 megapixels show a page well."""

    code: ClassVar[str] = "picture_too_large"


class OcrNotInstalled(ExtraMissing, PagesError):
    """The document is a scan: its pages are pictures, and reading them needs OCR. Run:
    {install}"""

    code: ClassVar[str] = "ocr_not_installed"
    extra: ClassVar[str] = "ocr"


class HeicNotInstalled(ExtraMissing, PagesError):
    """The picture is a HEIC, and what opens these is not installed. Save it as JPEG, or run:
    {install}"""

    code: ClassVar[str] = "heic_not_installed"
    extra: ClassVar[str] = "heic"
