"""Words that a person typed as the picture shows them, over those that were read or beside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pipeline.proof import Document, Place
from pipeline.words import Box, Page, Seen, Word

#: What is left of a word that a typed one covers with others.
_COVERED: Final = "·"


class TypedPages:
    """The pages of a document as far as a person corrected them. Rows keep their numbers."""

    def __init__(self, document: Document) -> None:
        self._pages = list(document.pages)
        self.document = document

    def find(self, text: str, rows: Iterable[int], taken: set[tuple[int, int]]) -> Place | None:
        """Neighbouring words on one of these rows that read so and are not ``taken``."""
        wanted = "".join(text.split())
        for number in rows:
            row = self.document.rows[number]
            words = self.document.of_row(number)
            for first in range(len(words)):
                joined = ""
                for last in range(first, len(words)):
                    joined += words[last].text
                    ids = row.words[first : last + 1]
                    if joined == wanted and taken.isdisjoint((row.page, at) for at in ids):
                        return Place(row.page, ids)
                    if len(joined) >= len(wanted):
                        break
        return None

    def type_over(self, place: Place, text: str) -> Place:
        """Have these words read so: the first has the text and the place of all."""
        page = self.document.page(place.page)
        own = [page.words[at] for at in place.words]
        box = Box(
            min(word.x0 for word in own),
            min(word.top for word in own),
            max(word.x1 for word in own),
            max(word.bottom for word in own),
        )
        words = list(page.words)
        for at in place.words[1:]:
            words[at] = words[at]._replace(text=_COVERED)
        words[place.words[0]] = Word(text, *box)
        self._put(page, words, place.words, page.rows)
        return Place(place.page, place.words[:1])

    def add(self, number: int, text: str, x0: float, x1: float) -> Place:
        """A word of its own on a row, from ``x0`` to ``x1``."""
        row = self.document.rows[number]
        page = self.document.page(row.page)
        beside = self.document.of_row(number)
        top, bottom = min(w.top for w in beside), max(w.bottom for w in beside)
        words = [*page.words, Word(text, x0, top, x1, bottom)]
        at = len(page.words)
        ids = sorted((*row.words, at), key=lambda each: words[each].x0)
        first = next(n for n, each in enumerate(self.document.rows) if each.page == row.page)
        rows = list(page.rows)
        rows[number - first] = tuple(ids)
        self._put(page, words, (at,), tuple(rows))
        return Place(row.page, (at,))

    def _put(
        self,
        page: Page,
        words: list[Word],
        typed: Iterable[int],
        rows: tuple[tuple[int, ...], ...],
    ) -> None:
        looks: tuple[Seen, ...] = ()
        if page.seen:
            known = [*page.seen, *[Seen.PERSON] * (len(words) - len(page.seen))]
            for at in typed:
                known[at] = Seen.PERSON
            looks = tuple(known)
        other = replace(page, words=tuple(words), seen=looks, rows=rows, confidence=())
        self._pages[page.number - 1] = other
        self.document = Document(self._pages)
