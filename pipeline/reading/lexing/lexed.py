"""The rows of a document as the reader lexes them, once for each style of figures."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from pipeline.proof import Document, Place
from pipeline.reading.facts.currency import Said, currencies_on
from pipeline.reading.lexing.figures import Style
from pipeline.reading.lexing.headers import MONEY, Column, Header, headers_of
from pipeline.reading.lexing.labelled import Fact, facts_of
from pipeline.reading.lexing.rows import Row
from pipeline.reading.lexing.sheet import all_rows, sheet_of
from pipeline.words import Page


class Lexed:
    """A document's rows under one style, with what is found in them and where each word stands."""

    def __init__(self, pages: Sequence[Page], bare: Sequence[Row], style: Style) -> None:
        self.pages = {page.number: page for page in pages}
        self.sheet = sheet_of(bare, style)
        self.rows = self.sheet.rows
        self._row_of = {
            (row.page, place): index for index, row in enumerate(self.rows) for place in row.ids
        }

    @cached_property
    def headers(self) -> list[Header]:
        """Every table header."""
        return headers_of(self.rows)

    @cached_property
    def facts(self) -> list[Fact]:
        """Every labelled figure."""
        return facts_of(self.rows, self.headers)

    @cached_property
    def currencies(self) -> list[Said]:
        """Every currency that a row names."""
        return list(currencies_on(self.rows))

    def header_above(self, row: int) -> Header | None:
        """The nearest header above a row."""
        place = bisect_left(self._lasts, row) - 1
        return self.headers[place] if place >= 0 else None

    @cached_property
    def _lasts(self) -> list[int]:
        return [header.last for header in self.headers]

    def money_cells_above(self, row: int) -> list[Column]:
        """The columns of money that the nearest header above a row names."""
        header = self._money_header_above(row)
        return header.having(*MONEY) if header else []

    def date_cells_above(self, row: int) -> list[Column]:
        """The columns of dates that the nearest header above a row names."""
        header = self._money_header_above(row)
        return header.having("date", "value_date") if header else []

    def _money_header_above(self, row: int) -> Header | None:
        place = bisect_left([header.last for header in self._money_headers], row) - 1
        return self._money_headers[place] if place >= 0 else None

    @cached_property
    def _money_headers(self) -> list[Header]:
        return [header for header in self.headers if header.having("debit", "credit", "amount")]

    def row_of(self, place: Place) -> int | None:
        """The row that all of the words stand on; None if there is none."""
        rows = {self._row_of.get((place.page, word)) for word in place.words}
        return rows.pop() if len(rows) == 1 else None


def place_of(row: Row, first: int, last: int) -> Place:
    """The words of a row from its ``first`` to its ``last``, a word that holds two parts once."""
    return Place(row.page, tuple(dict.fromkeys(row.ids[first : last + 1])))


def document_row(document: Document, row: Row) -> int:
    """The row of the document that a lexed row begins in; -1 for one without words."""
    return min(document.rows_of(Place(row.page, tuple(row.ids))), default=-1)


class LexedPages:
    """The pages of one document, read under a style when that is first asked for."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = tuple(pages)
        self.bare = all_rows(self.pages)
        self._by_style: dict[Style, Lexed] = {}

    @cached_property
    def document(self) -> Document:
        """The same pages as the kernel takes them."""
        return Document(self.pages)

    def under(self, style: Style) -> Lexed:
        """The rows under this style."""
        if style not in self._by_style:
            self._by_style[style] = Lexed(self.pages, self.bare, style)
        return self._by_style[style]
