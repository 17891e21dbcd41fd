"""Rows that nothing tells apart, and choices between rows that something does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.drafts import Line
from pipeline.matching.assign import Assignment, assignment, solve
from pipeline.matching.candidates import Group
from pipeline.matching.likeness import WORDS_OUTWEIGH
from pipeline.matching.shapes import MatchSettings, Reason
from pipeline.proof.ledger_side import LedgerEntry


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lines (by ordinal) and entries (by id) among which only a person can choose."""

    lines: frozenset[int]
    entries: frozenset[int]
    reason: Reason


def line_class(line: Line) -> Hashable:
    """Equal for lines that are interchangeable within a group of one amount."""
    return line.date, line.value_date, line.description


def entry_class(entry: LedgerEntry) -> Hashable:
    """Equal for entries that are interchangeable within a group of one amount."""
    return entry.booked_on, entry.description


def settle(group: Group, found: Assignment) -> Assignment:
    """The same pairing with equal rows served in order, so that the last ones stay over."""
    lines = _slots([line_class(line) for line in group.lines])
    entries = _slots([entry_class(entry) for entry in group.entries])
    pairs = [
        (lines[line_class(group.lines[i])].pop(0), entries[entry_class(group.entries[j])].pop(0))
        for i, j in found.pairs
    ]
    return assignment(group, pairs)


def _slots(classes: Sequence[Hashable]) -> dict[Hashable, list[int]]:
    slots: dict[Hashable, list[int]] = defaultdict(list)
    for place, kind in enumerate(classes):
        slots[kind].append(place)
    return slots


def doubts(group: Group, found: Assignment, settings: MatchSettings) -> list[Doubt]:
    """Where another pairing, as good as this one, would leave a different row over."""
    lines = [line_class(line) for line in group.lines]
    entries = [entry_class(entry) for entry in group.entries]
    by_line = _contested(group, found, settings, 0, lines)
    by_entry = _contested(group, found, settings, 1, entries)
    return [
        *(_doubt(group, mine, theirs, reason) for mine, theirs, reason in by_line),
        *(_doubt(group, theirs, mine, reason) for mine, theirs, reason in by_entry),
    ]


def _doubt(group: Group, lines: set[int], entries: set[int], reason: Reason) -> Doubt:
    return Doubt(
        frozenset(group.lines[i].ordinal for i in lines),
        frozenset(group.entries[j].id for j in entries),
        reason,
    )


def _contested(
    group: Group, found: Assignment, settings: MatchSettings, side: int, classes: list[Hashable]
) -> Iterator[tuple[set[int], set[int], Reason]]:
    """Paired rows of one side (0 lines, 1 entries) that a row left over could replace."""
    taken = {pair[side]: pair[1 - side] for pair in found.pairs}
    if len(taken) == len(classes):
        return
    for kind in dict.fromkeys(classes[mine] for mine in taken):
        equals = {place for place, other in enumerate(classes) if other == kind}
        mine = equals & taken.keys()
        spare = equals - taken.keys()
        other = solve(group, side, spare | {min(mine)})
        came_in = {pair[side] for pair in other.pairs} - taken.keys()
        if came_in and (reason := _as_good(found, other, settings)):
            yield mine | spare | came_in, {taken[place] for place in mine}, reason


def _as_good(found: Assignment, other: Assignment, settings: MatchSettings) -> Reason | None:
    """Why the other pairing is no worse, or None if it is."""
    if len(other.pairs) < len(found.pairs):
        return None
    if other.days == found.days and other.unlike - found.unlike <= settings.margin:
        return Reason.EQUAL_CANDIDATES
    if other.days > found.days and found.unlike - other.unlike >= WORDS_OUTWEIGH:
        return Reason.DATES_AND_DESCRIPTIONS_DISAGREE
    return None
