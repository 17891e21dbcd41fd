"""Where on its pages a statement's table, zones, headings and skipped rows are (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tests.second_checker.cells import cells_of
from tests.second_checker.entries import Entry
from tests.second_checker.figures import Figure
from tests.second_checker.layout import Layout
from tests.second_checker.page_counts import counts_pages
from tests.second_checker.row import Row
from tests.second_checker.statement import Statement
from tests.second_checker.tables import constant, pattern

_STEP: Final = 1.5
_SKIP_TOKENS: Final = 8
_SIDES: Final = {"credit": 1, "debit": -1}
Zone = tuple[float, float]


def used_rows(entry: Entry) -> set[int]:
    """The rows of an entry's amount and dates; its text proves nothing, so it widens nothing."""
    found = {entry.at}
    for day in (entry.date, entry.value_date):
        if day:
            found.add(day.at)
    return found


@dataclass(frozen=True)
class Regions:
    """The parts of the document, as seen by one statement."""

    statement: Statement
    layout: Layout

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.statement.rows

    @cached_property
    def entry_rows(self) -> dict[int, list[int]]:
        """The rows used for entries, by page."""
        found: dict[int, set[int]] = {}
        for entry in self.statement.entries:
            for at in used_rows(entry):
                found.setdefault(self.rows[at].page, set()).add(at)
        return {page: sorted(rows) for page, rows in found.items()}

    @cached_property
    def tables(self) -> dict[int, range]:
        """The rows of each page's table."""
        return {page: self._table(rows) for page, rows in self.entry_rows.items()}

    def _table(self, used: Sequence[int]) -> range:
        first, last = used[0], used[-1]
        steps = [self._step(at) for at in range(first, last)]
        most = _STEP * max(_STEP * self.rows[first].height, *steps, 0.0)
        top, low = first, last
        while top > self.statement.start and self._joins(top - 1, top, most):
            top -= 1
        while low + 1 < self.statement.stop and self._joins(low, low + 1, most):
            low += 1
        return range(top, low + 1)

    def _step(self, at: int) -> float:
        return self.rows[at + 1].top - self.rows[at].top

    def _joins(self, upper: int, lower: int, most: float) -> bool:
        if self.rows[upper].page != self.rows[lower].page or self._step(upper) > most:
            return False
        return not any(
            self.rows[at].has("labels") or counts_pages(self.rows[at]) for at in (upper, lower)
        )

    def follows(self, above: int, at: int) -> bool:
        """Whether rows lead down from one to another with no step wider than the amounts' allow."""
        page = self.rows[at].page
        own = [e.at for e in self.statement.entries if self.rows[e.at].page == page] or [above]
        steps = [self._step(each) for each in range(own[0], own[-1])]
        most = _STEP * max(_STEP * self.rows[own[0]].height, *steps, 0.0)
        return self._step(above) <= most and all(
            self._joins(each, each + 1, most) for each in range(above + 1, at)
        )

    @cached_property
    def in_tables(self) -> frozenset[int]:
        return frozenset(at for table in self.tables.values() for at in table)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """The section's rows outside the tables."""
        return tuple(at for at in self.statement.section if at not in self.in_tables)

    @cached_property
    def first_entry(self) -> int | None:
        entries = self.statement.entries
        return entries[0].at if entries else None

    @cached_property
    def above(self) -> range:
        """The section's rows above the first entry."""
        return range(self.statement.start, self._first_row(self.statement.stop))

    @cached_property
    def front(self) -> range:
        """The document's first rows, before any entry of anybody."""
        tables = min((header.last for header in self.layout.headers), default=len(self.rows))
        dated = next(
            (
                at
                for at, row in enumerate(self.rows)
                if row.dated_figure or (at > tables and row.begins_with_date)
            ),
            len(self.rows),
        )
        return range(min(dated, self._first_row(len(self.rows))))

    def _first_row(self, none: int) -> int:
        """The first row of an entry's amount or dates."""
        rows = [
            each.at
            for entry in self.statement.entries
            for each in (entry, entry.date, entry.value_date)
            if each
        ]
        return min(rows, default=none)

    @cached_property
    def zones(self) -> dict[int, dict[str, Zone]]:
        """From where to where each role reaches, by page."""
        found: dict[int, dict[str, Zone]] = {}
        for page, role, x0, x1 in self._read():
            zones = found.setdefault(page, {})
            left, right = zones.get(role, (x0, x1))
            zones[role] = (min(left, x0), max(right, x1))
        return found

    def _read(self) -> Iterator[tuple[int, str, float, float]]:
        for entry in self.statement.entries:
            for role, money in ((entry.side, entry.amount), ("balance", entry.balance)):
                if money:
                    yield self.rows[money.at].page, role, money.figure.x0, money.figure.x1
            for role, day in (("date", entry.date), ("value_date", entry.value_date)):
                if day:
                    tokens = self.rows[day.at].tokens[day.dated.first : day.dated.last + 1]
                    yield self.rows[day.at].page, role, tokens[0].x0, tokens[-1].x1

    def zones_of(self, page: int) -> dict[str, Zone]:
        """The zones of a page, or of the nearest one before it that has any."""
        before = [number for number in self.zones if number <= page]
        return self.zones[max(before)] if before else {}

    def date_zone(self, page: int) -> Zone | None:
        """The zone of dates of a page that has zones; the nearest page's where it has none."""
        zones = self.zones_of(page)
        return zones.get("date") or (self.nearest_zone(page, "date") if zones else None)

    def nearest_zone(self, page: int, role: str) -> Zone | None:
        """A role's zone of a page, else of the nearest page that has it (of two, the earlier)."""
        having = [number for number, zones in self.zones.items() if role in zones]
        if not having:
            return None
        return self.zones[min(having, key=lambda number: (abs(number - page), number))][role]

    def zone_of(self, page: int, middle: float) -> str | None:
        """The money zone that holds a middle."""
        zones = self.zones_of(page)
        for role in constant("zones", "MONEY"):
            if role in zones and zones[role][0] <= middle <= zones[role][1]:
                return str(role)
        return None

    def zone_of_figure(self, at: int, figure: Figure) -> str | None:
        return self.zone_of(self.rows[at].page, figure.middle)

    def in_date_zone(self, at: int) -> bool:
        """Whether a row begins with a date that stands in the zone of dates."""
        return self.rows[at].begins_with_date and self.first_date_in_zone(at)

    def first_date_in_zone(self, at: int) -> bool:
        """Whether the first date of a row stands in the zone of dates."""
        row = self.rows[at]
        zone = self.date_zone(row.page)
        if not row.dates or zone is None:
            return False
        own = row.tokens[row.dates[0].first : row.dates[0].last + 1]
        return own[0].x0 <= zone[1] and zone[0] <= own[-1].x1

    @cached_property
    def headings(self) -> dict[int, int]:
        """The headings of one direction, and which."""
        found = {at: self.direction_of(row) for at, row in self.statement.in_section()}
        return {at: sign for at, sign in found.items() if sign and self._may_head(at)}

    def _may_head(self, at: int) -> bool:
        return at not in self.layout.header_rows and self.rows[at].plain

    def direction_of(self, row: Row) -> int:
        """The one direction of a row's phrases, if they are all its words."""
        phrases = [p for p in row.phrases if p.of("sections") - {"skip"}]
        said = {meaning for p in phrases for meaning in p.of("sections") - {"skip"}}
        covered = {at for p in phrases for at in range(p.first, p.last + 1)}
        if len(said) != 1:
            return 0
        joins = pattern("entries", "_JOINING")
        between = range(min(covered), max(covered))
        worded = {
            at
            for at, token in enumerate(row.tokens)
            if token.letters and not (at in between and joins.search(token.letters))
        }
        return _SIDES[min(said)] if worded <= covered else 0

    def heading_above(self, at: int) -> int | None:
        """The nearest heading of one direction above a row."""
        above = [heading for heading in self.headings if heading < at]
        return max(above) if above else None

    @cached_property
    def skipped(self) -> frozenset[int]:
        """The rows under headings of tables that hold no entries."""
        found: set[int] = set()
        for at, row in self.statement.in_section():
            if self.is_skip(row):
                found |= set(self._under(at))
        for at, row in self.statement.in_section():
            if at not in found and not self.is_skip(row) and self._heads_days(row):
                found |= self._days(at)
        return frozenset(found)

    @staticmethod
    def _heads_days(row: Row) -> bool:
        """Whether a row names a column of days and one of balances, and none of amounts."""
        ends = row.has("labels", *constant("skipped", "_BALANCES"))
        balances = ends or row.has("columns", "balance")
        amounts = row.has("columns", "debit", "credit", "amount")
        return row.plain and row.has("columns", "date") and balances and not amounts

    def _days(self, head: int) -> set[int]:
        """Two or more rows right below that are each a day and a balance."""
        found: set[int] = set()
        for at in range(head + 1, self.statement.stop):
            row = self.rows[at]
            alone = len(row.dates) == len(row.figures) == 1 and row.dated_figure
            if row.page != self.rows[head].page or not alone:
                break
            if len(row.taken) < len(row.tokens):
                break
            found.add(at)
        return found if len(found) >= constant("skipped", "_FEWEST") else set()

    @staticmethod
    def is_skip(row: Row) -> bool:
        tokens = sum(p.last - p.first + 1 for p in row.of("sections", "skip"))
        return row.plain and len(row.tokens) <= _SKIP_TOKENS and 2 * tokens >= len(row.tokens) > 0

    def _under(self, at: int) -> Iterator[int]:
        ends = {
            header.first
            for header in self.layout.headers
            if any(header.named("debit", "credit", "amount")) and header.first != at + 1
        }
        for below in range(at + 1, self.statement.stop):
            page = self.rows[below].page
            if page != self.rows[at].page or below in self.headings or below in ends:
                return
            yield below

    def cells(self, at: int) -> int:
        return len(cells_of(self.rows[at].tokens))
