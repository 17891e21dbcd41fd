"""Where one statement ends and the next begins within a document."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, TypeAlias

from pipeline.reading.facts.number import printed_number
from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.rows import LexedRow

_LOOK_BACK: Final = 14
_ENDS: Final = frozenset({"opening", "closing", "total", "total_in", "total_out"})

_BEGINS: Final = frozenset({"opening", "balance_on"})

_Pair: TypeAlias = tuple[tuple[int, int, int | None], ...]


def cuts_of(
    rows: Sequence[LexedRow], headers: Sequence[Header], facts: Sequence[LabelledFigure]
) -> tuple[list[int], frozenset[int]]:
    """Rows at which a new statement may begin, and those of them that the page insists on.

    An opening balance that does not carry on the figures above it begins one, and so does another
    account's number; this insists, and so does another period. The first row is always a cut.
    """
    return _Cuts(rows, headers).of(facts)


class _Cuts:
    """Looks for the tops of the blocks that begin statements."""

    def __init__(self, rows: Sequence[LexedRow], headers: Sequence[Header]) -> None:
        self._rows = rows
        self._firsts = [header.first for header in headers]
        self._entries = [i for i, row in enumerate(rows) if row.dates and row.figures]
        self._pairs = [(i, pair) for i, row in enumerate(rows) if (pair := _pair(row))]
        self._first_pair: dict[_Pair, int] = {}
        self._tops: dict[int, int] = {}
        for index, pair in self._pairs:
            self._first_pair.setdefault(pair, index)
        for index, row in enumerate(rows):
            self._tops.setdefault(row.page, index)

    def of(self, facts: Sequence[LabelledFigure]) -> tuple[list[int], frozenset[int]]:
        cuts, hard = {0}, set()
        first = self._entries[0] if self._entries else len(self._rows)
        for fact in facts:
            if fact.row <= first or not self._may_begin(fact):
                continue
            places = self._tops_above(fact.row)
            if self._new_period(fact.row):
                hard.update(places)
            elif not self._carried(fact):
                cuts.update(places)
        hard |= self._new_accounts({fact.row for fact in facts if fact.meaning in _BEGINS})
        return sorted(cuts | hard), frozenset(hard)

    def _may_begin(self, fact: LabelledFigure) -> bool:
        """Whether a balance may be an opening one: by its label, or below a table's header of its
        own."""
        if fact.meaning == "opening":
            return True
        above = bisect_left(self._firsts, fact.row) - 1
        return fact.meaning == "balance_on" and above >= 0 and (
            self._last_entry(fact.row) < self._firsts[above]
        )  # fmt: skip

    def _last_entry(self, index: int) -> int:
        """The nearest row above that has a date and a figure; 0 without one."""
        place = bisect_left(self._entries, index)
        return self._entries[place - 1] if place else 0

    def _carried(self, fact: LabelledFigure) -> bool:
        """Whether the value is among the figures shortly above: brought forward by a page."""
        value = (fact.figure.value, fact.figure.decimals)
        seen = 0
        for index in range(fact.row - 1, -1, -1):
            figures = self._rows[index].figures
            seen += bool(figures)
            if any((figure.value, figure.decimals) == value for figure in figures):
                return True
            if seen > _LOOK_BACK:
                break
        return False

    def _new_period(self, index: int) -> bool:
        """Whether another period is printed since the last entry: the next in the file."""
        last = self._last_entry(index)
        first = bisect_left(self._pairs, (last + 1, ()))
        until = bisect_left(self._pairs, (index, ()))
        return any(self._first_pair[pair] >= last for _, pair in self._pairs[first:until])

    def _tops_above(self, index: int) -> set[int]:
        """The tops of the block in which an opening balance is; where its header is at the end of
        the page before, that block's as well."""
        found = {self._heading_above(index)}
        top = self._tops[self._rows[index].page]
        above = bisect_left(self._firsts, index) - 1
        if above >= 0 and self._last_entry(index) < self._firsts[above] < top:
            found.add(self._climbed(self._firsts[above]))
        return found

    def _heading_above(self, index: int) -> int:
        """The top of the block in which an opening balance is: its header, or words above."""
        start, rows = index, self._rows
        top = self._tops[rows[index].page]
        if not any(map(_ends_another, rows[top:index])):
            return top
        below = bisect_left(self._firsts, self._last_entry(index))
        header = self._firsts[below] if below < len(self._firsts) else index
        if header < index and rows[header].page == rows[index].page:
            start = header
        return self._page_top(self._climbed(start))

    def _climbed(self, start: int) -> int:
        """Up over the words above a row, as far as they are no statement's figures."""
        rows = self._rows
        while (
            start > 0
            and rows[start - 1].page == rows[start].page
            and not _belongs_above(rows[start - 1])
        ):
            start -= 1
        return start

    def _page_top(self, start: int) -> int:
        """The page's first row, if no entry is between: a box of balances above the table is the
        new statement's own."""
        first = self._tops[self._rows[start].page]
        between = self._rows[first:start]
        # A payee may be called Total; an entry that is called a balance is one.
        own = not any(row.looks_like_entry and not _names_end(row) for row in between)
        return first if own else start

    def _new_accounts(self, begins: set[int]) -> set[int]:
        """The tops of blocks that name another account number than the one before, with entries in
        between, or words that there are not; and before the next entry a header, one of the rows at
        which a statement ``begins``, or such words: a number alone is the other party's."""
        cuts: set[int] = set()
        known: str | None = None
        entries = 0
        for index, row in enumerate(self._rows):
            mask = printed_number([row]) if _names_account(row) else None
            if mask and not self._begins_below(index, begins):
                continue
            if mask and mask != known:
                if known is not None and entries:
                    cuts.add(self._climbed(index))
                known, entries = mask, 0
            entries += bool(row.dates and row.figures) or bool(row.phrases("labels", "no_lines"))
        return cuts

    def _begins_below(self, index: int, begins: set[int]) -> bool:
        place = bisect_left(self._entries, index)
        entry = self._entries[place] if place < len(self._entries) else len(self._rows)
        header = bisect_left(self._firsts, index)
        if header < len(self._firsts) and self._firsts[header] <= entry:
            return True
        return any(
            row in begins or self._rows[row].phrases("labels", "no_lines")
            for row in range(index, min(entry + 1, len(self._rows)))
        )


def _pair(row: LexedRow) -> _Pair:
    full = [day for day in row.dates if day.year is not None]
    if len(full) != 2 or row.figures:
        return ()
    booked = full[0].last + 1 == full[1].first and full[1].last + 1 < len(row.words)
    # An entry's booking and value date, its amount on a row below, are no period.
    return () if booked else tuple((day.day, day.month, day.year) for day in full)


def _names_end(row: LexedRow) -> bool:
    return bool(row.phrases("labels", "opening", "closing", "balance_on"))


def _names_account(row: LexedRow) -> bool:
    labelled = any(hit.group == "labels" and hit.meaning == "account_number" for hit in row.hits)
    return labelled and not row.dates and not row.figures


def _ends_another(row: LexedRow) -> bool:
    """Whether a row is an entry, or a closing balance or total that no opening one comes before:
    the statement above ends on this page."""
    labels = [h.meaning for h in row.hits if h.group == "labels" and h.meaning in _ENDS]
    if labels:
        return bool(row.figures) and labels[0] == "closing"
    return row.looks_like_entry


def _belongs_above(row: LexedRow) -> bool:
    """Whether a row is an entry, a balance or a total, and so no heading of what follows."""
    labelled = any(h.group == "labels" and h.meaning in _ENDS for h in row.hits)
    return bool(row.figures) and (bool(row.dates) or labelled)
