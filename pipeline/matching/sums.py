"""One line that several entries record together, and the reverse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations, islice

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.likeness import dates_of
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference

#: More rows than this near one day would make some sum agree by chance.
_MOST_NEAR = 16


def sums(
    lines: Sequence[Line], entries: Sequence[Entry], settings: MatchSettings
) -> list[Difference]:
    """Rows that exactly one set of up to four rows of the other side adds up to."""
    spare_lines = _Spare(map(_of_line, lines), settings.window)
    spare_entries = _Spare(map(_of_entry, entries), settings.window)
    line_of = {line.ordinal: line for line in lines}
    entry_of = {entry.id: entry for entry in entries}
    found: list[Difference] = []
    for part in map(_of_line, lines):
        if parts := spare_entries.only_sum(part):
            spare_lines.take([part])
            facts = [entry_of[each.number] for each in parts]
            found.append(_sum(Reason.SUM_OF_ENTRIES, [line_of[part.number]], facts))
    for part in map(_of_entry, entries):
        if part in spare_entries and (parts := spare_lines.only_sum(part)):
            rows = [line_of[each.number] for each in parts]
            found.append(_sum(Reason.SUM_OF_LINES, rows, [entry_of[part.number]]))
    return found


def _sum(reason: Reason, lines: Iterable[Line], entries: Iterable[Entry]) -> Difference:
    return difference(DifferenceKind.AMOUNT_DIFFERS, reason, lines, entries)


@dataclass(frozen=True, slots=True)
class _Part:
    """A row of either side: its ordinal or id, its amount, and its days."""

    number: int
    amount: int
    dates: tuple[date, ...]


def _of_line(line: Line) -> _Part:
    return _Part(line.ordinal, line.amount, dates_of(line))


def _of_entry(entry: Entry) -> _Part:
    return _Part(entry.id, entry.amount_minor, (entry.booked_on,))


class _Spare:
    """Rows of one side that no sum holds yet, by their days and signs."""

    def __init__(self, parts: Iterable[_Part], window: int) -> None:
        self._near = [timedelta(days=days) for days in range(-window, window + 1)]
        self._on: dict[tuple[date, bool], dict[int, _Part]] = defaultdict(dict)
        for part in parts:
            for day in part.dates if part.amount else ():
                self._on[day, part.amount < 0][part.number] = part

    def __contains__(self, part: _Part) -> bool:
        return any(part.number in self._on[day, part.amount < 0] for day in part.dates)

    def take(self, parts: Iterable[_Part]) -> None:
        """These are spare no more."""
        for part in parts:
            for day in part.dates:
                self._on[day, part.amount < 0].pop(part.number, None)

    def only_sum(self, total: _Part) -> Sequence[_Part]:
        """Takes the one smallest set of spare rows that adds up to the total, if it is the only."""
        near: dict[int, _Part] = {}
        for day in {day + days for day in total.dates for days in self._near}:
            near.update(self._on.get((day, total.amount < 0), {}))
            if len(near) > _MOST_NEAR:
                return ()
        parts = _only_sum(total.amount, list(near.values()))
        self.take(parts)
        return parts


def _only_sum(total: int, rows: Sequence[_Part]) -> Sequence[_Part]:
    for fitting in _adding_up(total, [row.amount for row in rows]):
        found = list(islice(fitting, 2))
        if found:
            return [rows[at] for at in found[0]] if len(found) == 1 else ()
    return ()


def _adding_up(total: int, amounts: Sequence[int]) -> Iterator[Iterator[tuple[int, ...]]]:
    """The places of two, of three, and of four amounts that make the total, smallest sets first;
    each from pairs, whose sums are made once."""
    pairs: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i, j in combinations(range(len(amounts)), 2):
        pairs[amounts[i] + amounts[j]].append((i, j))
    yield iter(pairs.get(total, ()))
    yield (
        (i, j, k)
        for i, amount in enumerate(amounts)
        for j, k in pairs.get(total - amount, ())
        if i < j
    )
    yield (
        (h, i, j, k)
        for some, firsts in pairs.items()
        for j, k in pairs.get(total - some, ())
        for h, i in firsts
        if i < j
    )
