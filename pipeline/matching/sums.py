"""One line that several entries record together, and the reverse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from pipeline.drafts import Line
from pipeline.matching.likeness import days_apart
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.proof.ledger_side import LedgerEntry

_MOST_PARTS = 4
#: More rows than this near one day would make some sum agree by chance.
_MOST_NEAR = 16

_Row = TypeVar("_Row", Line, LedgerEntry)


def sums(
    lines: Sequence[Line], entries: Sequence[LedgerEntry], settings: MatchSettings
) -> list[Difference]:
    """Rows that exactly one set of up to four rows of the other side adds up to."""
    spare_lines, spare_entries = list(lines), list(entries)
    found: list[Difference] = []
    for line in lines:
        if parts := _entries_in(line, spare_entries, settings):
            found.append(_as_entries(line, parts))
            spare_lines.remove(line)
            spare_entries = _without(spare_entries, parts)
    for entry in spare_entries:
        if rows := _lines_in(entry, spare_lines, settings):
            found.append(_as_lines(entry, rows))
            spare_lines = _without(spare_lines, rows)
    return found


def _entries_in(
    line: Line, entries: Sequence[LedgerEntry], settings: MatchSettings
) -> tuple[LedgerEntry, ...] | None:
    """The only entries near the line's day that add up to it."""
    near = [entry for entry in entries if _near(line, entry, settings)]
    return _only_sum(line.amount, near, lambda entry: entry.amount_minor)


def _lines_in(
    entry: LedgerEntry, lines: Sequence[Line], settings: MatchSettings
) -> tuple[Line, ...] | None:
    """The only lines near the entry's day that add up to it."""
    near = [line for line in lines if _near(line, entry, settings)]
    return _only_sum(entry.amount_minor, near, lambda line: line.amount)


def _without(rows: Sequence[_Row], taken: Sequence[_Row]) -> list[_Row]:
    return [row for row in rows if row not in taken]


def _near(line: Line, entry: LedgerEntry, settings: MatchSettings) -> bool:
    days = days_apart(line, entry.booked_on)
    return days is not None and days <= settings.window


def _only_sum(
    total: int, rows: Sequence[_Row], amount: Callable[[_Row], int]
) -> tuple[_Row, ...] | None:
    """The one smallest set of rows of the total's sign that adds up to it, if it is the only."""
    parts = [row for row in rows if amount(row) and (amount(row) < 0) == (total < 0)]
    if len(parts) > _MOST_NEAR:
        return None
    for size in range(2, _MOST_PARTS + 1):
        fitting = list(_adding_up(total, parts, amount, size))
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _adding_up(
    total: int, rows: Sequence[_Row], amount: Callable[[_Row], int], size: int
) -> Iterator[tuple[_Row, ...]]:
    return (part for part in combinations(rows, size) if sum(map(amount, part)) == total)


def _as_entries(line: Line, parts: Sequence[LedgerEntry]) -> Difference:
    return difference(DifferenceKind.AMOUNT_DIFFERS, Reason.SUM_OF_ENTRIES, [line], parts)


def _as_lines(entry: LedgerEntry, rows: Sequence[Line]) -> Difference:
    return difference(DifferenceKind.AMOUNT_DIFFERS, Reason.SUM_OF_LINES, rows, [entry])
