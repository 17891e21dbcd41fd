"""What can go wrong between a file's bytes and its words, and remarks on what was read."""

from collections.abc import Iterable, Iterator, Sequence

from db.errors import ExtraMissing, TieoutError
from db.text import one_line
from db.words import FaultClass
from pipeline.words import Page, Word


class PagesError(TieoutError, code="pages_error", fault=FaultClass.DOCUMENT):
    """The document's pages could not be read."""


class UnreadablePdf(PagesError):
    """No reader could open this PDF: it is damaged. Download it again from the bank, or print it
    to a new PDF."""


class PasswordNeeded(PagesError):
    """This PDF is locked and none of the given passwords opens it. Put the right one in
    TIEOUT_PDF_PASSWORDS or in a file named by --password-file."""


class NoPages(PagesError):
    """The document has 0 pages, or hides them from the reader. Download it again from the bank."""


class TooManyPages(PagesError):
    """The document has {pages} pages, more than the limit of {limit}. Split it, or allow more
    with the setting TIEOUT_READ_PAGES={pages}"""


class ReaderTimeout(PagesError, fault=FaultClass.RESOURCE):
    """Reading the document took more than {seconds} seconds of the processor, plus the allowance
    for each page, so it was stopped. Allow more with the setting TIEOUT_READ_SECONDS={more}, or
    print the document to a new PDF.
    """


class ReaderStalled(PagesError, fault=FaultClass.TRANSIENT):
    """The document's reader gave no answer for {seconds:g} seconds, though it had hardly had the
    processor. The machine is too busy, or was asleep; nothing is wrong with the document. Try
    again."""


class ReaderOutOfMemory(PagesError, fault=FaultClass.RESOURCE):
    """Reading the document needed more than {mib} MiB of memory, so it was stopped. Allow more
    with the setting TIEOUT_READ_MEMORY_MIB={more}, or print the document to a new PDF."""


class ReaderKilled(PagesError, fault=FaultClass.RESOURCE):
    """The document's reader was ended by {cause}, as the system does where memory is short. Free
    memory, or read fewer documents at once, and bring the document in again; if its reader ends
    so by itself too, print it to a new PDF."""


class ReaderCrashed(PagesError):
    """The document crashed its reader ({cause}); nothing else was affected. Print it to a new PDF
    and import that.
    """


class PictureUnreadable(PagesError):
    """The picture could not be opened: the {kind} is damaged, or its kind is not supported here.
    Save it as PNG or JPEG, or photograph the page again."""


class PictureTooLarge(PagesError):
    """The picture has {megapixels} megapixels, more than the limit of {limit}. Save it smaller:
    10 megapixels show a page well."""


class OcrNotInstalled(ExtraMissing, PagesError, extra="ocr"):
    """The document is a scan: its pages are pictures, and reading them needs OCR. Run:
    {install}"""


class HeicNotInstalled(ExtraMissing, PagesError, extra="heic"):
    """The picture is a HEIC, and what opens these is not installed. Save it as JPEG, or run:
    {install}"""


_LONGEST = 60  # characters of a hidden text that are shown
_MOST_PAGES = 5  # pages that get a sentence of their own


def remarks_on(pages: Sequence[Page]) -> tuple[str, ...]:
    """Warnings about hidden and overprinted words and text layers, page by page."""
    return tuple(
        sentence
        for about in (_hidden(pages), _overprinted(pages), _text_layers(pages))
        for sentence in about
    )


def recovered(count: int) -> str:
    """The warning for a damaged file."""
    pages = "1 page was" if count == 1 else f"{count} pages were"
    return f"The file is damaged or cut short: {pages} recovered, others may be missing."


def of_pictures(pages: Sequence[Page], failed: Sequence[int]) -> Iterator[str]:
    """What OCR made of the pictures: which it read, which were blank, and where it failed."""
    pictures = [page for page in pages if page.image_only and page.number not in failed]
    read = [page.number for page in pictures if page.words]
    blank = [page.number for page in pictures if not page.words]
    if read:
        yield f"Read by OCR from pictures: page {_list(read)}. Compare figures with the picture."
    if blank:
        yield f"OCR found nothing on the picture of page {_list(blank)}."
    if failed:
        yield (
            f"Not read, because OCR failed on its picture: page {_list(failed)}. "
            "Look at it yourself, or scan it again."
        )


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def shown(words: Iterable[Word]) -> str:
    """The words' text, shortened, with nothing in it that a terminal would act on."""
    text = " ".join(word.text for word in words)
    plain = one_line(text)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"


def _hidden(pages: Sequence[Page]) -> Iterator[str]:
    said = [_hidden_words(page) for page in pages if page.hidden]
    return _first(said, "hold words that nobody can see, left out.")


def _hidden_words(page: Page) -> str:
    words = "1 word" if len(page.hidden) == 1 else f"{len(page.hidden)} words"
    return (
        f"Page {page.number} holds {words} that nobody can see, left out of the reading: "
        f"“{shown(page.hidden)}”."
    )


def _overprinted(pages: Sequence[Page]) -> Iterator[str]:
    said = [
        f"Page {page.number} has different words printed over each other: "
        f"“{shown(page.overprinted)}”."
        for page in pages
        if page.overprinted
    ]
    return _first(said, "have words printed over each other.")


def _first(said: Sequence[str], rest: str) -> Iterator[str]:
    """The first sentences, and of how many pages more the ``rest`` is true."""
    yield from said[:_MOST_PAGES]
    if len(said) > _MOST_PAGES:
        yield f"{len(said) - _MOST_PAGES} more pages {rest}"


def _text_layers(pages: Sequence[Page]) -> Iterator[str]:
    numbers = [str(page.number) for page in pages if page.text_layer]
    if numbers:
        noun = "Page" if len(numbers) == 1 else "Pages"
        verb = "is a scan" if len(numbers) == 1 else "are scans"
        yield (
            f"{noun} {', '.join(numbers[:_MOST_PAGES])}{' …' * (len(numbers) > _MOST_PAGES)} "
            f"{verb} with a text layer that somebody's OCR made: compare figures with the picture."
        )
