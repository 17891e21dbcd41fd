"""Where on each page the statement's columns stand: between the outer edges of what was read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pipeline.proof.entries import Entry, Offered
from pipeline.proof.headers import cells_of
from pipeline.proof.page_counts import counts_pages
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row
from pipeline.words import Box, Word

_APART = 1.6  # of the usual step between rows: more sets a row apart
_ALIGNED = 3.0  # points
MONEY = ("debit", "credit", "amount", "balance")


class Zones:
    """The columns of each page by role: ``date``, ``value_date``, ``debit``, ``credit``,
    ``amount`` and ``balance``; and the spans of rows between which the table stands.

    A page without entries has the columns of the nearest page before it that has any.
    """

    def __init__(self, offered: Offered) -> None:
        self._rows = offered.lexed.rows
        self._columns: dict[int, dict[str, tuple[float, float]]] = defaultdict(dict)
        self._spans: dict[int, tuple[int, int]] = {}
        self._limits = (offered.start, offered.stop)
        self._amounts = [entry.row for entry in offered.entries]
        for entry in offered.entries:
            for role, row, x0, x1 in _parts(entry):
                self._widen(self._rows[row].page, role, x0, x1)
                self._extend(row)
        self._entry_spans = dict(self._spans)
        self._spans = {page: self._grown(*span) for page, span in self._spans.items()}

    def _widen(self, page: int, role: str, x0: float, x1: float) -> None:
        low, high = self._columns[page].get(role, (x0, x1))
        self._columns[page][role] = (min(low, x0), max(high, x1))

    def _extend(self, row: int) -> None:
        page = self._rows[row].page
        first, last = self._spans.get(page, (row, row))
        self._spans[page] = (min(first, row), max(last, row))

    def of(self, page: int) -> dict[str, tuple[float, float]]:
        """The columns of a page."""
        near = max((p for p in self._columns if p <= page), default=None)
        return self._columns[near] if near is not None else {}

    def role_of(self, row: Row, place: Figure | Word) -> str | None:
        """The money column in which the middle of a figure or word stands."""
        middle = (place.x0 + place.x1) / 2
        columns = self.of(row.page)
        for role in MONEY:
            if role in columns and columns[role][0] <= middle <= columns[role][1]:
                return role
        return None

    def column_of(self, row: Row, figure: Figure) -> str | None:
        """The same, with the columns that its page has no amount in taken from the nearest page
        that has; for sums, which stand under columns whether these are filled or not."""
        pages = sorted(self._columns, key=lambda page: (abs(page - row.page), page))
        middle = (figure.x0 + figure.x1) / 2
        for role in MONEY:
            own = next((self._columns[p][role] for p in pages if role in self._columns[p]), None)
            if own and own[0] <= middle <= own[1]:
                return role
        return None

    def in_dates(self, row: Row, place: PrintedDate | Word) -> bool:
        """Whether something stands in the column of the dates."""
        zone = self._dates_of(row.page)
        return zone is not None and place.x0 < zone[1] and place.x1 > zone[0]

    def _dates_of(self, page: int) -> tuple[float, float] | None:
        """The column of dates of a page; of entries that all take the date of another page's, that
        of the nearest page that has one: what stands there is a date that was not read."""
        own = self.of(page)
        near = sorted(self._columns, key=lambda other: (abs(other - page), other)) if own else ()
        columns = [own, *(self._columns[other] for other in near)]
        return next((each["date"] for each in columns if "date" in each), None)

    def dated(self, row: Row) -> bool:
        """Whether a cell with a digit stands just where the dates do: a date, or what was one."""
        zone = self._dates_of(row.page)
        return zone is not None and any(
            zone[0] - _ALIGNED <= cell[0].x0
            and cell[-1].x1 <= zone[1] + _ALIGNED
            and any(map(str.isdigit, "".join(word.text for word in cell)))
            for cell in cells_of(row)
        )

    def within(self, index: int) -> bool:
        """Whether a row stands in the table: between the entries of its page, or right behind or
        before them without a gap."""
        first, last = self._spans.get(self._rows[index].page, (0, -1))
        return first <= index <= last

    def sets_apart(self, index: int) -> bool:
        """Whether a row between the entries of its page stands further from the row above than
        rows usually do, as a heading does."""
        page = self._rows[index].page
        first, last = self._entry_spans.get(page, (0, -1))
        if not first < index < last:
            return False
        steps = sorted(self._rows[i + 1].top - self._rows[i].top for i in range(first, last))
        gap = self._rows[index].top - self._rows[index - 1].top
        return gap > _APART * steps[len(steps) // 2]

    def holds(self, page: int, box: Box) -> str | None:
        """The column of a page, within its table, that a place lies in."""
        if page not in self._spans:
            return None
        first, last = (self._rows[index] for index in self._spans[page])
        middle = (box.top + box.bottom) / 2
        if not first.top <= middle <= last.bottom:
            return None
        read = first.over(box)
        for role, (low, high) in self._columns[page].items():
            if read.x0 < high and read.x1 > low:
                return role
        return None

    def left_of_money(self, row: Row, figure: Figure) -> bool:
        """Whether a figure ends before the first money column begins."""
        starts = [low for role, (low, _) in self.of(row.page).items() if role in MONEY]
        return bool(starts) and figure.x1 <= min(starts)

    def follows(self, above: int, index: int) -> bool:
        """Whether rows lead from one of a page's table down to another of that page as the rows of
        its entries do, with no label between: what stands apart is no part of the table."""
        page = self._rows[index].page
        own = [row for row in self._amounts if self._rows[row].page == page] or [above]
        step = self._step(own[0], own[-1])
        return all(self._joined(i, i + 1, step) for i in range(above + 1, index)) and (
            self._rows[above + 1].top - self._rows[above].top <= 1.5 * step
        )

    def _grown(self, first: int, last: int) -> tuple[int, int]:
        """The span with the rows that follow it, or lead to it, without a gap.

        A gap is more than one and a half times the largest step between rows within the span (at
        least one row's height); a row with a label, or without figures behind a closing label,
        ends it.
        """
        step = self._step(first, last)
        while last + 1 < self._limits[1] and self._joined(last, last + 1, step):
            last += 1
        while first - 1 >= self._limits[0] and self._joined(first - 1, first, step):
            first -= 1
        return first, last

    def _step(self, first: int, last: int) -> float:
        rows = self._rows
        height = rows[first].bottom - rows[first].top
        steps = [rows[i + 1].top - rows[i].top for i in range(first, last)]
        return max([1.5 * height, *steps])

    def _joined(self, above: int, below: int, step: float) -> bool:
        one, two = self._rows[above], self._rows[below]
        if one.page != two.page or two.top - one.top > 1.5 * step:
            return False
        return not (one.has_label or two.has_label or counts_pages(one) or counts_pages(two))


def _parts(entry: Entry) -> Iterator[tuple[str, int, float, float]]:
    yield entry.side.value, entry.row, entry.amount.x0, entry.amount.x1
    if entry.balance:
        yield "balance", entry.balance.row, entry.balance.figure.x0, entry.balance.figure.x1
    for role, dated in (("date", entry.day), ("value_date", entry.other)):
        if dated:
            yield role, dated.row, dated.day.x0, dated.day.x1
