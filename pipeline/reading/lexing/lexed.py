"""The rows of a document as the reader lexes them, in the styles of figures worth trying."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from pipeline.proof import Document, Place
from pipeline.reading.facts.kind import CurrencyWords, currencies_on
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle, is_currency
from pipeline.reading.lexing.headers import Header, HeaderColumn, headers_of
from pipeline.reading.lexing.labelled import LabelledFigure, balances_of_days, facts_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.lexing.sheet import all_rows, sheet_of, styles_to_try
from pipeline.words import Page


class Lexed:
    """A document's rows under one style, with what is found in them and where each word is."""

    def __init__(self, pages: Sequence[Page], bare: Sequence[LexedRow], style: NumberStyle) -> None:
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
    def facts(self) -> list[LabelledFigure]:
        return facts_of(self.rows, self.headers)

    @cached_property
    def balances_of_days(self) -> dict[int, list[tuple[LexedFigure, PrintedDate | None]]]:
        """What the rows of tables of days and their balances say, by their index."""
        return balances_of_days(self.rows)

    @cached_property
    def currencies(self) -> list[CurrencyWords]:
        """Every currency that a row names."""
        return list(currencies_on(self.rows))

    def header_above(self, row: int) -> Header | None:
        """The nearest header above a row."""
        place = bisect_left(self._lasts, row) - 1
        return self.headers[place] if place >= 0 else None

    @cached_property
    def _lasts(self) -> list[int]:
        return [header.last for header in self.headers]

    def date_cells_above(self, row: int) -> list[HeaderColumn]:
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
        """The row that all of the words are on; None without one."""
        rows = {self._row_of.get((place.page, word)) for word in place.words}
        return rows.pop() if len(rows) == 1 else None


def place_of(row: LexedRow, first: int, last: int) -> Place:
    """The words of a row from its ``first`` to its ``last``, a word that holds two parts once."""
    return Place(row.page, tuple(dict.fromkeys(row.ids[first : last + 1])))


def document_row(document: Document, row: LexedRow) -> int:
    """The row of the document that a lexed row begins in; -1 for one without words."""
    return min(document.rows_of(Place(row.page, tuple(row.ids))), default=-1)


class LexedPages:
    """The pages of one document, read under a style when that is first asked for."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = tuple(pages)
        self.bare = all_rows(self.pages)
        self._by_style: dict[NumberStyle, Lexed] = {}

    @cached_property
    def document(self) -> Document:
        """The same pages as the kernel takes them."""
        return Document(self.pages)

    def under(self, style: NumberStyle) -> Lexed:
        """The rows under this style."""
        if style not in self._by_style:
            self._by_style[style] = Lexed(self.pages, self.bare, style)
        return self._by_style[style]


_A_WORD = 3  # letters
_APART = 0.75  # of the height: less lies between the words of one cell
_GROUPS = r"[^\w.,]*(?:\d{1,3}(?:[,.'’]\d{2,3})*|\d+)"
_ONE_DIGIT = re.compile(rf"^{_GROUPS}([.,])\d(?![\d.,/])[^%\d]*$")
_WHOLE = re.compile(rf"^{_GROUPS}[^%\d.,/]*$")
_SHORT: Final = {
    NumberStyle.POINT: NumberStyle.SHORT_POINT,
    NumberStyle.COMMA: NumberStyle.SHORT_COMMA,
}


def styles_of(rows: Sequence[LexedRow]) -> list[NumberStyle]:
    """The usual styles, and the short one that figures of entries and labels show.

    It goes first where no figure has two digits behind its point.
    """
    usual = styles_to_try(rows)
    texts = [row.words[place].text for row in rows for place in _behind_text(row)]
    points = Counter(found[1] for text in texts if (found := _ONE_DIGIT.match(text)))
    if points:
        short = NumberStyle.SHORT_COMMA if points[","] > points["."] else NumberStyle.SHORT_POINT
        return [short, *usual] if usual[0] is NumberStyle.WHOLE else [*usual, short]
    if usual[0] in _SHORT and any(map(_prints_whole, rows)):
        return [*usual, _SHORT[usual[0]]]
    return usual


def _behind_text(row: LexedRow) -> Iterator[int]:
    """The places of the words behind the text of an entry or a label, from the right."""
    if not (row.begins_with_date or row.has_label):
        return
    dates = {place for day in row.dates for place in range(day.first, day.last + 1)}
    for place in reversed(range(len(row.words))):
        text = row.words[place].text
        if sum(map(str.isalpha, text)) >= _A_WORD and not is_currency(text):
            return
        if place not in dates or _ONE_DIGIT.match(text):
            yield place


def _prints_whole(row: LexedRow) -> bool:
    """Whether an entry has a whole number in a cell of its own behind its text."""
    return row.begins_with_date and any(
        _WHOLE.match(row.words[place].text) and _begins_cell(row, place)
        for place in _behind_text(row)
    )


def _begins_cell(row: LexedRow, place: int) -> bool:
    before, word = row.words[place - 1], row.words[place]
    return place > 0 and word.x0 - before.x1 >= _APART * (word.bottom - word.top)
