"""The pages of a document as the kernel takes them: words, and the rows that they are on.

Rows are found by the reader of the pages and stored with the words. The kernel only compares
places: which row a word is on, what its neighbours are, and what lies over or under what."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

from pipeline.proof.witness import Place
from pipeline.words import Page, Word

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

#: Gaps in heights of a word: below the first two words are one, below the second one number, and
#: below the third one belongs to the other, as a sign or a currency to its figure.
TOUCHING: Final = 0.22
NEAR: Final = 0.75
APART: Final = 3.0
digit_in: Final = re.compile(r"\d").search


class Extent(NamedTuple):
    """From where to where something reaches sideways, in points."""

    x0: float
    x1: float

    def overlaps(self, other: Extent) -> bool:
        """Whether both share more than an edge."""
        return self.x0 < other.x1 and other.x0 < self.x1

    def covers_half_of(self, other: Extent) -> bool:
        """Whether at least half of the other lies in this one."""
        shared = min(self.x1, other.x1) - max(self.x0, other.x0)
        return shared > 0 and 2 * shared >= other.x1 - other.x0


def extent_of(words: Iterable[Word]) -> Extent:
    """What some words reach over, all together."""
    _, left, _, right, _ = zip(*words, strict=True)
    return Extent(min(left), max(right))


def gap(left: Word, right: Word) -> float:
    """How far two words are apart sideways, in points; 0 where they overlap."""
    return max(right.x0 - left.x1, left.x0 - right.x1, 0.0)


def height(word: Word) -> float:
    """How high a word's box is, in points."""
    return word.bottom - word.top


class Row(NamedTuple):
    """One row: the page that it is on and its words, in reading order."""

    page: int
    words: tuple[int, ...]


class Document:
    """The pages of one document, with their rows counted from 0, and the words with digits on each
    row: ``numbers``, by page and index."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = tuple(pages)
        self.rows = [Row(page.number, row) for page in self.pages for row in page.rows]
        self._row = {(row.page, word): n for n, row in enumerate(self.rows) for word in row.words}
        words = {page.number: page.words for page in self.pages}
        self.numbers = [{(p, n) for n in row if digit_in(words[p][n].text)} for p, row in self.rows]
        self._known: dict[Hashable, Any] = {}

    def remembered(self, of: K, find: Callable[[Document, K], T]) -> T:
        """What was found of a witness before, or is found now: every statement of a document asks
        for all of its witnesses."""
        if of not in self._known:
            self._known[of] = find(self, of)
        found: T = self._known[of]
        return found

    def page(self, number: int) -> Page:
        """The page of that number, counted from 1."""
        return self.pages[number - 1]

    def words(self, place: Place) -> list[Word]:
        """The cited words, in the order in which they are cited."""
        page = self.pages[place.page - 1]
        return [page.words[word] for word in place.words]

    def of_row(self, number: int) -> list[Word]:
        """The words of a row, in reading order."""
        row = self.rows[number]
        page = self.pages[row.page - 1]
        return [page.words[word] for word in row.words]

    def row_of(self, place: Place) -> int | None:
        """The row that all words are on; None if they are on several."""
        rows = [self._row[place.page, word] for word in place.words]
        return rows[0] if rows.count(rows[0]) == len(rows) else None

    def rows_of(self, place: Place) -> set[int]:
        """The rows that the words are on."""
        return {self._row[place.page, word] for word in place.words}

    def neighbours(self, place: Place) -> tuple[Word | None, Word | None]:
        """The words of the row before the first and after the last cited word."""
        row = self.rows[self._row[place.page, place.words[0]]].words
        page, at = self.pages[place.page - 1], [row.index(word) for word in place.words]
        first, last = min(at), max(at)
        before = page.words[row[first - 1]] if first else None
        after = page.words[row[last + 1]] if last + 1 < len(row) else None
        return before, after


def joined(words: Sequence[Word]) -> str:
    """The text of a figure's words: with a space between those that are apart."""
    text = words[0].text
    for left, right in pairwise(words):
        touching = gap(left, right) < TOUCHING * height(left)
        text += right.text if touching else f" {right.text}"
    return text
