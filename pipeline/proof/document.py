"""The pages of a document as the kernel takes them: words, and the rows that they are on.

Rows are found by the reader of the pages and stored with the words. The kernel only compares
places: which row a word is on, what its neighbours are, and what lies over or under what."""

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar
from unicodedata import decimal

from pipeline.proof.witness import Place
from pipeline.words import Box, Page, Word

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

#: Gaps in heights of a word: below the first two words are one, below the second one number, and
#: below the third one belongs to the other, as a sign or a currency to its figure.
TOUCHING: Final = 0.22
NEAR: Final = 0.75
APART: Final = 3.0
digit_in: Final = re.compile(r"\d").search
#: Arabic figures have a thousands' mark, a decimal mark and a comma of their own.
_ARABIC: Final = str.maketrans("٬٫،", ",.,")


def _plain(word: Word) -> Word:
    """A word with the digits of every script as 0 to 9, and Arabic marks as the others."""
    if word.text.isascii():
        return word
    return word._replace(text="".join(str(decimal(c, c)) for c in word.text.translate(_ARABIC)))


class Extent(NamedTuple):
    """From where to where something reaches sideways, in points."""

    x0: float
    x1: float

    def overlaps(self, other: "Extent | Word | Box") -> bool:
        """Whether both share more than an edge."""
        return self.x0 < other.x1 and other.x0 < self.x1

    def covers_half_of(self, other: "Extent") -> bool:
        """Whether at least half of the other lies in this one."""
        shared = min(self.x1, other.x1) - max(self.x0, other.x0)
        return shared > 0 and 2 * shared >= other.x1 - other.x0


def extent_of(words: Sequence[Word]) -> Extent:
    """What some words reach over, all together."""
    return Extent(min([word.x0 for word in words]), max([word.x1 for word in words]))


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
    row: ``numbers``, by page and index. Only ``pages`` are spelt as printed."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = tuple(pages)
        self.rows = [Row(page.number, row) for page in self.pages for row in page.rows]
        self._words = [list(map(_plain, page.words)) for page in self.pages]
        #: Of each word of a page the row that it is on, and where on it.
        self._spots: list[dict[int, tuple[int, int]]] = [{} for _ in self.pages]
        self.numbers, self._of_row = list[set[tuple[int, int]]](), list[list[Word]]()
        for number, (page, row) in enumerate(self.rows):
            words, spots = self._words[page - 1], self._spots[page - 1]
            self._of_row.append([words[word] for word in row])
            self.numbers.append({(page, word) for word in row if digit_in(words[word].text)})
            spots.update((word, (number, at)) for at, word in enumerate(row))
        self._known: dict[Hashable, Any] = {}

    def remembered(self, of: K, find: "Callable[[Document, K], T]") -> T:
        """What was found of a witness before, or is found now: every statement of a document asks
        for all of its witnesses."""
        if of not in self._known:
            self._known[of] = find(self, of)
        found: T = self._known[of]
        return found

    def page(self, number: int) -> Page:
        """The page of that number, counted from 1."""
        return self.pages[number - 1]

    def words(self, place: Place | Row) -> list[Word]:
        """The words of a place, in the order in which they are cited, or of a row."""
        return list(map(self._words[place.page - 1].__getitem__, place.words))

    def of_row(self, number: int) -> list[Word]:
        """The words of a row, in reading order."""
        return self._of_row[number]

    def row_of(self, place: Place) -> int | None:
        """The row that all words are on; None if they are on several."""
        return rows.pop() if len(rows := self.rows_of(place)) == 1 else None

    def rows_of(self, *places: Place | None) -> set[int]:
        """The rows that the words of these places are on."""
        return {self._spots[p.page - 1][word][0] for p in places if p for word in p.words}

    def around(self, place: Place) -> tuple[int | None, Word | None, Word | None]:
        """The row that all words are on, if it is one, and the words before the first and after the
        last of them there."""
        spots = [self._spots[place.page - 1][word] for word in place.words]
        (row, first), (other, last) = min(spots), max(spots)
        words = self._of_row[row]
        before = words[first - 1] if first else None
        after = words[last + 1] if last + 1 < len(words) else None
        return row if row == other else None, before, after


def joined(words: Sequence[Word]) -> str:
    """The text of a figure's words: with a space between those that are apart."""
    text = words[0].text
    for left, right in pairwise(words):
        touching = gap(left, right) < TOUCHING * height(left)
        text += right.text if touching else f" {right.text}"
    return text
