"""The rows of a document as the kernel reads them, once for each style of figures."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from pipeline.proof.account_lists import END, rows_by_number
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.headers import MONEY, Column, Header, headers_of
from pipeline.proof.headings import Headings
from pipeline.proof.labelled import Fact, facts_of
from pipeline.proof.multiples import says_multiple
from pipeline.proof.page_counts import page_count, runs_of
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure, Style
from pipeline.proof.rows import Row
from pipeline.proof.sheet import all_rows, sheet_of
from pipeline.proof.witness import Place
from pipeline.words import Page

_ENDS = frozenset({"opening", "balance_on", "closing"})


class Lexed:
    """A document's rows under one style, with what is found in them and where each word stands."""

    def __init__(self, pages: Sequence[Page], bare: Sequence[Row], style: Style) -> None:
        self.pages = {page.number: page for page in pages}
        self.sheet = sheet_of(bare, style)
        self.rows = self.sheet.rows
        self._headings: dict[bool, Headings] = {}
        self._row_of = {
            (row.page, place): index for index, row in enumerate(self.rows) for place in row.ids
        }

    @cached_property
    def headers(self) -> list[Header]:
        """Every table header."""
        return headers_of(self.rows)

    @cached_property
    def header_rows(self) -> frozenset[int]:
        """The rows of all headers."""
        return frozenset(row for header in self.headers for row in header.rows)

    @cached_property
    def multiples(self) -> frozenset[int]:
        """The rows that say that amounts are thousands or millions."""
        return frozenset(index for index, row in enumerate(self.rows) if says_multiple(row))

    def rows_naming(self, number: str) -> Sequence[int]:
        """The rows with figures, none of them an entry, that may print an account's number."""
        return self._rows_by_number.get(number[-END:], ())

    @cached_property
    def _rows_by_number(self) -> dict[str, list[int]]:
        return rows_by_number(self.rows)

    def header_of(self, row: int) -> Header | None:
        """The header that a row is of."""
        place = bisect_left(self._lasts, row)
        header = self.headers[place] if place < len(self.headers) else None
        return header if header and row in header.rows else None

    def header_rows_of(self, page: int) -> Sequence[int]:
        """The same of one page."""
        return self._header_rows_by_page.get(page, ())

    @cached_property
    def _header_rows_by_page(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for row in sorted(self.header_rows):
            found[self.rows[row].page].append(row)
        return found

    @cached_property
    def facts(self) -> list[Fact]:
        """Every labelled figure."""
        return facts_of(self.rows, self.headers)

    @cached_property
    def _facts_by_row(self) -> dict[int, list[Fact]]:
        found: dict[int, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            found[fact.row].append(fact)
        return found

    def facts_on(self, row: int) -> list[Fact]:
        """The labelled figures of one row."""
        return self._facts_by_row.get(row, [])

    def headings(self, month_first: bool) -> Headings:
        """What stands above each row, where dates are read so."""
        if month_first not in self._headings:
            self._headings[month_first] = Headings(self.rows, self.is_headed, month_first)
        return self._headings[month_first]

    def is_headed(self, start: int, stop: int) -> bool:
        """Whether some rows print a balance, or a table's header."""
        return bool(self.headers_between(start, stop) or self.ends_between(start, stop))

    def ends_between(self, start: int, stop: int) -> list[Figure]:
        """The balances on some rows, behind a label that is sure."""
        facts = (fact for row in range(start, stop) for fact in self.facts_on(row))
        return [fact.figure for fact in facts if fact.meaning in _ENDS and fact.sure]

    def headers_between(self, start: int, stop: int) -> list[Header]:
        """The headers that begin on these rows."""
        first, last = (bisect_left(self._firsts, row) for row in (start, stop))
        return self.headers[first:last]

    def header_above(self, row: int) -> Header | None:
        """The nearest header above a row."""
        place = bisect_left(self._lasts, row) - 1
        return self.headers[place] if place >= 0 else None

    @cached_property
    def _lasts(self) -> list[int]:
        return [header.last for header in self.headers]

    @cached_property
    def _firsts(self) -> list[int]:
        return [header.first for header in self.headers]

    def money_cells_above(self, row: int) -> list[Column]:
        """The columns of money that the nearest header above a row names."""
        place = bisect_left(self._money_lasts, row) - 1
        return self._money_cells[place] if place >= 0 else []

    def unknown_cells_above(self, row: int) -> list[Column]:
        """The columns of that header whose words nobody knows."""
        place = bisect_left(self._money_lasts, row) - 1
        return self._unknown_cells[place] if place >= 0 else []

    def date_cells_above(self, row: int) -> list[Column]:
        """The columns of dates that the nearest header above a row names."""
        place = bisect_left(self._money_lasts, row) - 1
        return self._date_cells[place] if place >= 0 else []

    @cached_property
    def _money_lasts(self) -> list[int]:
        return [header.last for header in self._money_headers]

    @cached_property
    def _money_cells(self) -> list[list[Column]]:
        return [header.having(*MONEY) for header in self._money_headers]

    @cached_property
    def _unknown_cells(self) -> list[list[Column]]:
        return [[c for c in header.columns if not c.meanings] for header in self._money_headers]

    @cached_property
    def _date_cells(self) -> list[list[Column]]:
        return [header.having("date", "value_date") for header in self._money_headers]

    @cached_property
    def page_counts(self) -> dict[int, tuple[int, int] | None]:
        """What each page says of its place among the pages."""
        rows: dict[int, list[Row]] = {page: [] for page in sorted(self.pages)}
        for row in self.rows:
            rows[row.page].append(row)
        return {page: page_count(found) for page, found in rows.items()}

    @cached_property
    def page_runs(self) -> list[list[int]]:
        """The pages that are counted together."""
        pages = list(self.page_counts)
        runs = runs_of(list(self.page_counts.values()))
        return [[pages[place] for place in run] for run in runs]

    @cached_property
    def runs_by_page(self) -> dict[int, int]:
        """Of each page the run that it is counted in."""
        return {page: place for place, run in enumerate(self.page_runs) for page in run}

    @cached_property
    def money_starts(self) -> frozenset[int]:
        """The first rows of the headers that name a column of amounts."""
        return frozenset(header.first for header in self._money_headers)

    @cached_property
    def _money_headers(self) -> list[Header]:
        return [header for header in self.headers if header.having("debit", "credit", "amount")]

    def row_of(self, place: Place) -> int:
        """The row that all of the words stand on. Raises WitnessRefused if there is none."""
        rows = {self._row_of.get((place.page, word)) for word in place.words}
        if len(rows) != 1 or None in rows or len(set(place.words)) != len(place.words):
            raise WitnessRefused(why=f"words {place.words} of page {place.page} are not on one row")
        (row,) = rows
        assert row is not None
        return row

    def figure(self, place: Place) -> tuple[int, Figure]:
        """The row and the figure that is just these words. Raises WitnessRefused."""
        index = self.row_of(place)
        row = self.rows[index]
        for figure in row.figures:
            if _ids(row, figure.first, figure.last) == place.words:
                return index, figure
        raise WitnessRefused(why=f"words {place.words} of page {place.page} are no figure")

    def day(self, place: Place) -> tuple[int, PrintedDate]:
        """The row and the date that is just these words. Raises WitnessRefused."""
        index = self.row_of(place)
        row = self.rows[index]
        for day in row.dates:
            if _ids(row, day.first, day.last) == place.words:
                return index, day
        raise WitnessRefused(why=f"words {place.words} of page {place.page} are no date")


def _ids(row: Row, first: int, last: int) -> tuple[int, ...]:
    return tuple(row.ids[first : last + 1])


def place_of(row: Row, first: int, last: int) -> Place:
    """The words of a row from its ``first`` to its ``last``."""
    return Place(row.page, _ids(row, first, last))


class LexedPages:
    """The pages of one document, read under a style when that is first asked for."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = tuple(pages)
        self.bare = all_rows(self.pages)
        self._by_style: dict[Style, Lexed] = {}

    def under(self, style: Style) -> Lexed:
        """The rows under this style."""
        if style not in self._by_style:
            self._by_style[style] = Lexed(self.pages, self.bare, style)
        return self._by_style[style]
