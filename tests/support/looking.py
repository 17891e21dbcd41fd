"""Pages made by hand, as if somebody had looked: every word looks as its text says."""

from dataclasses import replace

from pipeline.pages.open import read_pages_and_judge
from pipeline.pages.rows import with_rows
from pipeline.pages.seen.judge import worth_judging
from pipeline.words import DocumentPages, Page, Seen


def seen_page(page: Page) -> Page:
    """The page with every word seen, as long as nobody said otherwise, and with its rows."""
    page = page if page.rows else with_rows(page)
    return page if page.seen else replace(page, seen=(Seen.SEEN,) * len(page.words))


def seen(document: DocumentPages) -> DocumentPages:
    """The document with every word seen, as long as nobody said otherwise."""
    return replace(document, pages=tuple(map(seen_page, document.pages)))


def judged_pages(data: bytes) -> DocumentPages:
    """The pages of a PDF with every word that may be evidence really looked at."""
    pages, judge = read_pages_and_judge(data)
    with judge:
        return judge(pages, worth_judging(pages.pages))
