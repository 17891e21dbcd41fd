"""Second pass: what the rows left over might be. Suggestions with a reason, never pairs."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain, combinations, islice

from db.ledger.views import Entry
from pipeline.drafts import Line, Period
from pipeline.matching.candidates import Entries, Lines, dates_of, entry_class
from pipeline.matching.certain import Link
from pipeline.matching.duplicates import duplicates, posted
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.matching.twins import Twin, twins


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What the first pass could not pair, beside the pairs that it made."""

    lines: Sequence[Line]
    entries: Sequence[Entry]
    links: Sequence[Link]
    period: Period

    def without(self, found: Iterable[Difference]) -> "Leftovers":
        """The same less what these differences explain."""
        lines = {ordinal for d in found for ordinal in d.lines}
        entries = {entry for d in found for entry in d.entries}
        return replace(
            self,
            lines=[line for line in self.lines if line.ordinal not in lines],
            entries=[entry for entry in self.entries if entry.id not in entries],
        )


def suggestions(left: Leftovers, settings: MatchSettings) -> list[Difference]:
    """Every row left over, in one difference each, with the likeliest reason."""
    doubled = duplicates(left.entries, left.links, left.period, settings)
    left = left.without(doubled)
    likely = chain(
        # First, so that of two equal explanations the one that says more is chosen.
        posted(left.lines, left.entries, settings),
        twins(left.lines, left.entries, left.period, settings),
    )
    mistaken = choose(likely, settings)
    left = left.without(mistaken)
    split = sums(left.lines, left.entries, settings)
    left = left.without(split)
    return [*doubled, *mistaken, *split, *_missing(left)]


def _missing(left: Leftovers) -> list[Difference]:
    """Rows without a counterpart; one of 0, such as a fee that was waived, needs none."""
    return [
        *(
            difference(DifferenceKind.MISSING_IN_LEDGER, Reason.NO_CANDIDATE, [line])
            for line in left.lines
            if line.amount
        ),
        *(
            difference(DifferenceKind.MISSING_IN_STATEMENT, Reason.NO_CANDIDATE, (), [entry])
            for entry in left.entries
            if entry.amount_minor and entry.booked_on in left.period
        ),
    ]


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
