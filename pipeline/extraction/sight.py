"""Figures that OCR misread and a model reads otherwise on the picture: arithmetic alone binds them.

A model's reading replaces a word only where OCR read no figure, or one that it doubts and no second
reading found as well, and a model that was shown the picture reads otherwise. What is left of the
page must leave no other value: between two balances that were read twice, all else was read twice.
Of a running balance that was read once itself, two figures beside it could be read to suit it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from pipeline.reading.lexing.figures import Figure
from pipeline.reading.lexing.rows import Row
from pipeline.reading.mending import is_doubted, with_word
from pipeline.reading.pointing.copied import CopiedRow
from pipeline.reading.pointing.digits import digits_of
from pipeline.words import DocumentPages, Page

#: Two readings of one figure are this much alike.
_ALIKE = 0.5
_MISREAD_AS = str.maketrans("OolISBZ", "0011582")
#: A model's text becomes a word of the page: it says an amount, and nothing of currencies or else.
_AN_AMOUNT = re.compile(r"[-+−(]?\d[\d.,'’]{0,17}[-+−)]?")


@dataclass(frozen=True, slots=True)
class Reread:
    """A word of a recognised page (counted from 1), and what a model reads there."""

    page: int
    place: int
    was: str
    text: str


def reread(
    refused: Sequence[CopiedRow],
    rows: Sequence[Row],
    pages: Mapping[int, Page],
    shown: Collection[int],
) -> list[Reread]:
    """What a model reads otherwise than OCR; none where two rows below each other are so read.

    ``shown`` are the pages whose pictures it saw. One that saw none can only calculate: of two
    figures that do not agree it would change one, where a person reads that the page is wrong.
    """
    lines = sorted(row.line for row in refused)
    if any(below - above < 2 for above, below in pairwise(lines)):
        return []
    read = [(each, rows[each.line - 1]) for each in refused]
    found = [_reread(copied, row, pages[row.page], row.page in shown) for copied, row in read]
    return [each for each in found if each is not None] if all(found) else []


def as_reread(document: DocumentPages, words: Sequence[Reread]) -> DocumentPages:
    """The document with these words as the model reads them."""
    for each in words:
        document = with_word(document, each.page, each.place, each.text)
    return document


def _reread(copied: CopiedRow, row: Row, page: Page, shown: bool) -> Reread | None:
    """The one figure of the row that OCR read otherwise; None if it is not just one."""
    if not page.confidence:
        return None
    words = dict(zip(row.ids, (word.text for word in row.words), strict=True))
    figures = [text for text in (copied.amount, copied.balance) if text]
    strange = [text for text in figures if not _found(text, words)]
    if len(strange) != 1 or not (_found(copied.date, words) or not copied.date):
        return None
    if not _AN_AMOUNT.fullmatch(strange[0]):
        return None
    doubted = {place: words[place] for place in words.keys() & _doubted(row, page, shown)}
    place = max(_likely(doubted, strange[0]), default=(0.0, None))[1]
    return None if place is None else Reread(row.page, place, words[place], strange[0])


def _found(text: str, words: dict[int, str]) -> bool:
    """Whether a word of these digits is there; it is then no other figure's."""
    wanted = digits_of(text)
    same = next((place for place, word in words.items() if digits_of(word) == wanted), None)
    if same is not None:
        del words[same]
    return same is not None


def _doubted(row: Row, page: Page, shown: bool) -> set[int]:
    """The words of a row that are no figure and no date as OCR read them; and those of figures that
    OCR doubts, where the model saw the page or a mark may be their last digit ("701.2S")."""
    figures = {
        place
        for each in row.figures
        if shown or (each.mark and each.decimals == 1)
        for place in _words_of(each)
    }
    return {
        place
        for at, place in enumerate(row.ids)
        if at not in row.taken or (at in figures and is_doubted(page, place))
    }


def _words_of(figure: Figure) -> range:
    return range(figure.first, figure.last + 1)


def _likely(words: Mapping[int, str], text: str) -> Iterator[tuple[float, int]]:
    for place, word in words.items():
        alike = SequenceMatcher(None, word.translate(_MISREAD_AS), text).ratio()
        if alike >= _ALIKE and any(map(str.isdecimal, word.translate(_MISREAD_AS))):
            yield alike, place
