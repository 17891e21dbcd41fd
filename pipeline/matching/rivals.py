"""Chooses among plausible twins, and leaves equally plausible ones to a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.kinds import Entries, Lines, entry_class
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.matching.twins import Twin


def choose(twins: Iterable[Twin], settings: MatchSettings) -> list[Difference]:
    """One difference for each line and entry that is some twin's, the likeliest first."""
    waiting = sorted(twins, key=lambda t: (t.cost, t.unlike, t.line.ordinal, t.entry.id))
    open_, found = _Open(waiting), list[Difference]()
    for best in waiting:
        while pairs := open_.pairs(best):
            rivals = open_.rivals(best, settings)
            made = [_ambiguous(*open_.contested(best, rivals))] if rivals else _decided(best, pairs)
            open_.close(made)
            found += made
    return found


class _Open:
    """The twins' rows that no difference names yet, and which twins meet in which kinds."""

    def __init__(self, twins: Sequence[Twin]) -> None:
        self._lines: set[int] = {row.ordinal for twin in twins for row in twin.lines}
        self._entries: set[int] = {row.id for twin in twins for row in twin.entries}
        self._meeting: dict[Hashable, list[Twin]] = defaultdict(list)
        for twin in twins:
            for place in _places(twin):
                self._meeting[place].append(twin)

    def lines(self, kind: Lines) -> list[Line]:
        return [line for line in kind if line.ordinal in self._lines]

    def entries(self, kind: Entries) -> list[Entry]:
        return [entry for entry in kind if entry.id in self._entries]

    def pairs(self, twin: Twin) -> list[tuple[Line, Entry]]:
        """Its rows in order, as long as there are some on both sides."""
        lines = self.lines(twin.lines)
        return list(zip(lines, self.entries(twin.entries), strict=False)) if lines else []

    def _is_open(self, twin: Twin) -> bool:
        return any(line.ordinal in self._lines for line in twin.lines) and any(
            entry.id in self._entries for entry in twin.entries
        )

    def rivals(self, best: Twin, settings: MatchSettings) -> list[Twin]:
        """Twins that claim the same rows with equal right and would change the outcome."""
        meeting = (twin for place in _places(best) for twin in self._meeting[place])
        return [
            twin
            for twin in meeting
            if _would_change(best, twin)
            and abs(twin.unlike - best.unlike) <= settings.margin
            and self._is_open(twin)
        ]

    def contested(self, best: Twin, rivals: Iterable[Twin]) -> tuple[list[Line], list[Entry]]:
        """A row of the best on either side, and all of the rivals' that would take its place."""
        (line, entry), *_ = self.pairs(best)
        lines, entries = {line.ordinal: line}, {entry.id: entry}
        for twin in rivals:
            if twin.line is best.line:
                entries.update((row.id, row) for row in self.entries(twin.entries))
            else:
                lines.update((row.ordinal, row) for row in self.lines(twin.lines))
        return list(lines.values()), list(entries.values())

    def close(self, made: Iterable[Difference]) -> None:
        for each in made:
            self._lines.difference_update(each.lines)
            self._entries.difference_update(each.entries)


def _would_change(best: Twin, other: Twin) -> bool:
    """Whether the other takes one of the same rows, for one that looks different."""
    if other.line is best.line:
        return entry_class(other.entry) != entry_class(best.entry)
    mine, its = best.line, other.line
    return (its.date, its.description) != (mine.date, mine.description)


def _places(twin: Twin) -> tuple[Hashable, Hashable]:
    """Where it meets twins of the same cost: at its kind of line, and at its kind of entry."""
    return ("line", twin.line.ordinal, twin.cost), ("entry", twin.entry.id, twin.cost)


def _decided(twin: Twin, pairs: Iterable[tuple[Line, Entry]]) -> list[Difference]:
    return [difference(twin.kind, twin.reason, [line], [entry]) for line, entry in pairs]


def _ambiguous(lines: Iterable[Line], entries: Iterable[Entry]) -> Difference:
    return difference(DifferenceKind.AMBIGUOUS, Reason.EQUAL_CANDIDATES, lines, entries)
