"""Figures that OCR misread and a model reads otherwise on the picture: arithmetic alone binds them.

A model's reading replaces a word only where OCR doubts that or read no figure there, and where
what is left of the page leaves no other value: one figure of a row, between rows whose figures
nobody touched. Its new word counts as read once, so the kernel takes it only where a running
balance beside it bears it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from pipeline.proof.rows import Row
from pipeline.reading.mending import DOUBT, with_word
from pipeline.reading.pointing.copied import CopiedRow
from pipeline.reading.pointing.digits import digits_of
from pipeline.words import DocumentPages, Page

#: Two readings of one figure are this much alike.
_ALIKE = 0.5
_MISREAD_AS = str.maketrans("OolISBZ", "0011582")


@dataclass(frozen=True, slots=True)
class Reread:
    """A word of a recognised page (counted from 1), and what a model reads there."""

    page: int
    place: int
    was: str
    text: str


def reread(
    refused: Sequence[CopiedRow], rows: Sequence[Row], pages: Mapping[int, Page]
) -> list[Reread]:
    """What a model reads otherwise than OCR; none where two rows below each other are so read."""
    lines = sorted(row.line for row in refused)
    if any(below - above < 2 for above, below in pairwise(lines)):
        return []
    read = [(each, rows[each.line - 1]) for each in refused]
    found = [_reread(copied, row, pages[row.page]) for copied, row in read]
    return [each for each in found if each is not None] if all(found) else []


def as_reread(document: DocumentPages, words: Sequence[Reread]) -> DocumentPages:
    """The document with these words as the model reads them."""
    for each in words:
        document = with_word(document, each.page, each.place, each.text)
    return document


def _reread(copied: CopiedRow, row: Row, page: Page) -> Reread | None:
    """The one figure of the row that OCR read otherwise; None if it is not just one."""
    if not page.confidence:
        return None
    words = dict(zip(row.ids, (word.text for word in row.words), strict=True))
    figures = [text for text in (copied.amount, copied.balance) if text]
    strange = [text for text in figures if not _found(text, words)]
    if len(strange) != 1 or not (_found(copied.date, words) or not copied.date):
        return None
    doubted = {place: words[place] for place in words.keys() & _doubted(row, page)}
    place = max(_likely(doubted, strange[0]), default=(0.0, None))[1]
    return None if place is None else Reread(row.page, place, words[place], strange[0])


def _found(text: str, words: dict[int, str]) -> bool:
    """Whether a word of these digits is there; it is then no other figure's."""
    wanted = digits_of(text)
    same = next((place for place, word in words.items() if digits_of(word) == wanted), None)
    if same is not None:
        del words[same]
    return same is not None


def _doubted(row: Row, page: Page) -> set[int]:
    """The words of a row that OCR doubts, or that are no figure and no date as it read them."""
    taken = row.taken
    return {
        place
        for at, place in enumerate(row.ids)
        if at not in taken or page.confidence[place] < DOUBT
    }


def _likely(words: Mapping[int, str], text: str) -> Iterator[tuple[float, int]]:
    for place, word in words.items():
        alike = SequenceMatcher(None, word.translate(_MISREAD_AS), text).ratio()
        if alike >= _ALIKE and any(map(str.isdecimal, word.translate(_MISREAD_AS))):
            yield alike, place
