"""Drawn sheets as the words with boxes that a PDF of them would give, without a PDF."""

import math
import re
from collections.abc import Iterator, Sequence

from fixtures.sheet import Ink, Sheet
from fixtures.typefaces import width_of
from pipeline.words import DocumentPages, Page, Word
from tests.support.generated.leftward import turned_over
from tests.support.looking import seen_page

ASCENT = 0.94
DESCENT = 0.22
"""Of the font's size, above and below the baseline: near what PDFium gives for Helvetica."""


def pages_of(
    sheets: Sequence[Sheet], *, leftward: bool = False, visual: bool = False
) -> DocumentPages:
    """What reading the sheets' PDF would give, every word seen; ``leftward``, they are turned over,
    as if drawn from right to left, and ``visual`` letters stand in the order of the page."""
    pages = tuple(_page(number, sheet) for number, sheet in enumerate(sheets, start=1))
    if leftward:
        pages = tuple(turned_over(page, visual=visual) for page in pages)
    return DocumentPages(pages, engine="pdfium", encrypted=False)


def _page(number: int, sheet: Sheet) -> Page:
    words = tuple(word for ink in sheet.ink for word in _words(ink))
    return seen_page(Page(number, sheet.width, sheet.height, words))


def _words(ink: Ink) -> Iterator[Word]:
    for match in re.finditer(r"\S+", ink.text):
        start = width_of(ink.text[: match.start()], ink.font, ink.size)
        width = width_of(match.group(), ink.font, ink.size)
        yield _turned(ink, start, width, match.group())


def _turned(ink: Ink, start: float, width: float, text: str) -> Word:
    turn = math.radians(ink.angle)
    x0, y0 = ink.x + start * math.cos(turn), ink.y - start * math.sin(turn)
    x1, y1 = x0 + width * math.cos(turn), y0 - width * math.sin(turn)
    above, below = ink.size * ASCENT, ink.size * DESCENT
    lean = above * math.sin(turn)
    return Word(text, x0 - lean, min(y0, y1) - above * math.cos(turn), x1, max(y0, y1) + below)
