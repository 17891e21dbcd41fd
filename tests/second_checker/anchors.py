"""The last day or the year that a page names for a statement (section 13)."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from tests.second_checker.date_text import month_of
from tests.second_checker.row import Row
from tests.second_checker.sequences import day_of, full_day
from tests.second_checker.tables import pattern

_BELOW = 2


class Anchors:
    """What some rows name, with the dates read in one order."""

    def __init__(self, rows: Sequence[Row], month_first: bool) -> None:
        self._rows = rows
        self._month_first = month_first

    def last_day(self, *regions: Iterable[int]) -> date | None:
        """The only one of the first sort that has any, in the first rows that have any."""
        for region in map(tuple, regions):
            named = self._named(region)
            sorts: tuple[Callable[[int], Iterator[date]], ...] = (
                self._of_statement,
                lambda at: self._of_label(at, "closing"),
                lambda at, named=named: self._month_ends(at, named),  # type: ignore[misc]
                self._of_column,
                lambda at: self._of_label(at, "due_date"),
            )
            for sort in sorts:
                days = {day for at in region for day in sort(at)}
                if days:
                    return min(days) if len(days) == 1 else None
        return None

    def _named(self, region: Iterable[int]) -> set[int]:
        return {year for at in region for year in self._years(self._rows[at])}

    def own_days(self, rows: Iterable[int]) -> set[date]:
        """The days of the statement, and the ends of months."""
        rows = tuple(rows)
        named = self._named(rows)
        return {d for at in rows for d in (*self._of_statement(at), *self._month_ends(at, named))}

    def year(self, *regions: Iterable[int]) -> int | None:
        """The one year that is named."""
        for region in regions:
            if years := self._named(region):
                return min(years) if len(years) == 1 else None
        return None

    def _days(self, row: Row, behind: int = -1) -> Iterator[date]:
        for dated in row.dates:
            day = full_day(dated.text, self._month_first)
            if day and dated.first > behind:
                yield day

    def _of_statement(self, at: int) -> Iterator[date]:
        for phrase in self._rows[at].of("labels", "statement_date"):
            found = list(self._days(self._rows[at], phrase.last))
            if found:
                yield found[0]
                continue
            for below in self._rows[at + 1 : at + 1 + _BELOW]:
                days = list(self._days(below))
                if days and below.page == self._rows[at].page:
                    yield days[0]
                    break

    def _month_ends(self, at: int, named: set[int]) -> Iterator[date]:
        ends = self._ends_of_months(at)
        return (day for day in ends if not named or day.year in named)

    def _ends_of_months(self, at: int) -> Iterator[date]:
        row = self._rows[at]
        for left, right in zip(row.tokens, row.tokens[1:], strict=False):
            year = pattern("anchors", "_YEAR").match(right.text)
            if year and left.letters and (month := month_of(left.text)):
                yield from _month_end(int(year[0]), month)
        for year_text, month_text in pattern("anchors", "_CJK_MONTH").findall(row.text):
            yield from _month_end(int(year_text), int(month_text))
        for phrase in row.of("labels", "month"):
            for token in row.tokens[phrase.last + 1 :]:
                if found := pattern("anchors", "_MONTH_OF_YEAR").match(token.text):
                    yield from _month_end(int(found[2]), int(found[1]))

    def _of_column(self, at: int) -> Iterator[date]:
        row = self._rows[at]
        ends = {phrase.last + 1 for phrase in row.of("columns", "date")}
        for dated in row.dates:
            day = full_day(dated.text, self._month_first)
            if day and dated.first in ends:
                yield day

    def _of_label(self, at: int, label: str) -> Iterator[date]:
        if self._rows[at].has("labels", label):
            yield from self._days(self._rows[at])

    def _years(self, row: Row) -> Iterator[int]:
        for phrase in row.of("labels", "year", "statement_number"):
            for token in row.tokens[phrase.last + 1 :]:
                if phrase.has("labels", "year"):
                    if found := pattern("anchors", "_YEAR").match(token.text):
                        yield int(found[0])
                elif found := pattern("anchors", "_NUMBERED").match(token.text):
                    yield int(found[2])


def _month_end(year: int, month: int) -> Iterator[date]:
    if 1 <= month <= 12:
        day = day_of(year, month, calendar.monthrange(year, month)[1])
        if day:
            yield day
