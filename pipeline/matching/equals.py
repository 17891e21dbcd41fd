"""Which rows of the paired kinds go together, and which choices between rows something contests."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.assign import Assignment, Change
from pipeline.matching.candidates import Group, place_of_entry, place_of_line
from pipeline.matching.likeness import WORDS_OUTWEIGH, plain
from pipeline.matching.shapes import MatchSettings, Reason

_Row = TypeVar("_Row", Line, Entry)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lines (by ordinal) and entries (by id) among which only a person can choose."""

    lines: frozenset[int]
    entries: frozenset[int]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Served:
    """A line and its entry, of kinds at these places; ``by_words`` if they are of a crowd and say
    the same."""

    places: tuple[int, int]
    line: Line
    entry: Entry
    by_words: bool = False

    @property
    def numbers(self) -> tuple[int, int]:
        """The line's ordinal and the entry's id."""
        return self.line.ordinal, self.entry.id


def settle(group: Group, found: Assignment) -> list[Served]:
    """The rows of the pairing in the order of lines. Equal rows are served in order, so that the
    last ones stay over; of a crowd's those first that say the same."""
    units = dict(found.pairs)
    lines = [list(kind) for kind in group.lines]
    entries = [list(kind) for kind in group.entries]
    served: list[Served] = []
    for at in sorted(units, key=lambda at: (group.edges[at].days, at)) if group.crowd else ():
        same = list(_same_words(at, lines[at[0]], entries[at[1]], units[at]))
        units[at] -= len(same)
        lines[at[0]] = _without(lines[at[0]], {each.line.ordinal for each in same})
        entries[at[1]] = _without(entries[at[1]], {each.entry.id for each in same})
        served += same
    served += _in_order(units, lines, entries)
    return sorted(served, key=lambda each: place_of_line(each.line))


def _same_words(
    at: tuple[int, int], lines: Sequence[Line], entries: Sequence[Entry], most: int
) -> Iterator[Served]:
    saying: dict[str, deque[Entry]] = defaultdict(deque)
    for entry in entries:
        saying[plain(entry.description)].append(entry)
    for line in lines:
        if most and (same := saying[plain(line.description)]):
            most -= 1
            yield Served(at, line, same.popleft(), by_words=True)


def _in_order(
    units: Mapping[tuple[int, int], int],
    lines: Sequence[Sequence[Line]],
    entries: Sequence[Sequence[Entry]],
) -> Iterator[Served]:
    """One line after the other takes the first entry of those that its kind goes with."""
    going: dict[int, dict[int, int]] = defaultdict(dict)
    for (i, j), count in units.items():
        going[i][j] = count
    waiting = [deque(kind) for kind in entries]
    first = [(line, i) for i, its in going.items() for line in lines[i][: sum(its.values())]]
    for line, i in sorted(first, key=lambda each: place_of_line(each[0])):
        j = min(
            (j for j, count in going[i].items() if count),
            key=lambda j: place_of_entry(waiting[j][0]),
        )
        going[i][j] -= 1
        yield Served((i, j), line, waiting[j].popleft())


def _without(rows: Sequence[_Row], taken: set[int]) -> list[_Row]:
    return [row for row in rows if _number(row) not in taken]


def _number(row: Line | Entry) -> int:
    return row.ordinal if isinstance(row, Line) else row.id


def doubts(
    group: Group, found: Assignment, served: Sequence[Served], settings: MatchSettings
) -> Iterator[Doubt]:
    """Where another pairing, as good as this one, would leave a different row over."""
    for side in (0, 1):
        for mine, theirs, reason in _contested(group, found, served, settings, side):
            lines, entries = (mine, theirs) if side == 0 else (theirs, mine)
            yield Doubt(lines, entries, reason)


def _contested(
    group: Group,
    found: Assignment,
    served: Sequence[Served],
    settings: MatchSettings,
    side: int,
) -> Iterator[tuple[frozenset[int], frozenset[int], Reason]]:
    """Paired rows of one side (0 lines, 1 entries) that a row left over could replace."""
    kinds: Sequence[Sequence[Line | Entry]] = (group.lines, group.entries)[side]
    taken = {each.numbers[side] for each in served}
    if len(taken) == sum(map(len, kinds)):
        return
    spare = [[n for n in map(_number, kind) if n not in taken] for kind in kinds]
    mates: dict[int, dict[int, int]] = defaultdict(dict)
    for each in served:
        if not each.by_words:
            mates[each.places[side]][each.numbers[side]] = each.numbers[1 - side]
    changes = found.changes(side)
    for kind, pairs in mates.items():
        mine, theirs = frozenset([*pairs, *spare[kind]]), frozenset(pairs.values())
        change = changes.get(kind)
        if change and (reason := _as_good(change, settings)):
            yield mine | {spare[change.instead][0]}, theirs, reason
        elif spare[kind] and len({row.description for row in kinds[kind]}) > 1:
            yield mine, theirs, Reason.EQUAL_CANDIDATES


def _as_good(change: Change, settings: MatchSettings) -> Reason | None:
    """Why the other pairing is no worse, or None if it is."""
    if change.days == 0 and change.unlike <= settings.margin:
        return Reason.EQUAL_CANDIDATES
    if change.days > 0 and -change.unlike >= WORDS_OUTWEIGH:
        return Reason.DATES_AND_DESCRIPTIONS_DISAGREE
    return None
