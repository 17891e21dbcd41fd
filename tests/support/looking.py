"""Pages made by hand, as if somebody had looked: every word looks as its text says."""

from collections.abc import Iterable
from dataclasses import replace

from pipeline.pages.open import read_pages_and_judge
from pipeline.pages.rows import with_rows
from pipeline.words import DocumentPages, Page, Seen


def seen_page(page: Page) -> Page:
    """The page with every word seen, as long as nobody said otherwise, and with its rows."""
    page = page if page.rows else with_rows(page)
    return page if page.seen else replace(page, seen=(Seen.SEEN,) * len(page.words))


def seen(document: DocumentPages) -> DocumentPages:
    """The document with every word seen, as long as nobody said otherwise."""
    return replace(document, pages=tuple(map(seen_page, document.pages)))


def worth_judging(pages: Iterable[Page]) -> dict[int, list[int]]:
    """Every word with a digit and every short one, by page: more than any reading relies on."""
    return {
        page.number: [
            at
            for at, word in enumerate(page.words)
            if any(map(str.isdigit, word.text)) or len(word.text) <= 3
        ]
        for page in pages
    }


def judged_pages(data: bytes) -> DocumentPages:
    """The pages of a PDF with every word that may be evidence really looked at."""
    pages, judge = read_pages_and_judge(data)
    with judge:
        return judge(pages, worth_judging(pages.pages))
