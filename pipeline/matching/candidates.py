"""Which entries could record which lines: exact amount, near date, in connected groups."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

from db.ledger.views import Entry
from pipeline.drafts import Line

ALIKE = 75
"""From here on two descriptions name the same thing."""
UNLIKE = 50
"""Up to here two descriptions name different things, and any likeness is chance."""
WORDS_OUTWEIGH = 40
"""A pairing whose words are so much better is not refused for its dates alone."""
CROWD = 64
"""Among more descriptions than this, only those of the same words are alike."""


@lru_cache(maxsize=65536)
def similarity(left: str, right: str) -> int:
    """0 to 100: how alike two descriptions are, whatever their word order, case or punctuation."""
    return round(_ratio()(plain(left), plain(right)))


@cache
def _ratio() -> Callable[[str, str], float]:
    """Loaded when first needed, as nothing but matching needs it."""
    from rapidfuzz.fuzz import token_set_ratio

    return token_set_ratio


def unlikeness(left: str, right: str) -> int:
    """0 for the same words to 50 for other words; how much other they are is only chance."""
    return 100 - max(similarity(left, right), UNLIKE)


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Its words alone, without case and punctuation."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def days_apart(line: Line, day: date) -> int | None:
    """Days from the entry's date to the nearer of booking and value date; None if undated."""
    return min((abs((d - day).days) for d in dates_of(line)), default=None)


def around(line: Line, days: Sequence[date], window: int) -> range:
    """Which of the sorted ``days`` may be at most ``window`` days from the line's dates: all from
    so long before the first to so long after the last."""
    dates = dates_of(line)
    if not dates:
        return range(0)
    reach = timedelta(days=window)
    return range(bisect_left(days, min(dates) - reach), bisect_right(days, max(dates) + reach))


def days_near(line: Line, window: int) -> set[date]:
    """Every day at most ``window`` days from a date of the line."""
    near = [timedelta(days=days) for days in range(-window, window + 1)]
    return {day + days for day in dates_of(line) for days in near}


def dates_of(line: Line) -> tuple[date, ...]:
    """Its booking and its value date, as far as they are printed."""
    return tuple(d for d in (line.date, line.value_date) if d is not None)


Lines: TypeAlias = tuple[Line, ...]
"""Lines of one kind, in order."""
Entries: TypeAlias = tuple[Entry, ...]
"""Entries of one kind, in order."""

_Row = TypeVar("_Row")


def line_class(line: Line) -> Hashable:
    """Equal for lines of one amount that are interchangeable."""
    return line.date, line.value_date, line.description


def entry_class(entry: Entry) -> Hashable:
    """Equal for entries of one amount that are interchangeable."""
    return entry.booked_on, entry.description


def kinds_of_lines(lines: Iterable[Line]) -> list[Lines]:
    """The lines by kind, a kind where its first line is."""
    return by_kind(lines, lambda line: (line.amount, line_class(line)))


def kinds_of_entries(entries: Iterable[Entry]) -> list[Entries]:
    """The entries by kind, a kind where its first entry is."""
    return by_kind(entries, lambda entry: (entry.amount_minor, entry_class(entry)))


def by_kind(rows: Iterable[_Row], kind: Callable[[_Row], Hashable]) -> list[tuple[_Row, ...]]:
    """The rows of each kind together, kinds in the order of their first rows."""
    found: dict[Hashable, list[_Row]] = defaultdict(list)
    for row in rows:
        found[kind(row)].append(row)
    return [tuple(equal) for equal in found.values()]


_CROWD = 4_096
"""More pairs of kinds than this in one group are not compared by their words."""

_Near: TypeAlias = Mapping[tuple[int, int], int]
"""Days between lines of the same days and entries of one day, by their places."""


@dataclass(frozen=True, slots=True)
class Edge:
    """How far one candidate is from its line: in days, and in unlikeness from 0 to 50."""

    days: int
    unlike: int


@dataclass(frozen=True, slots=True)
class Group:
    """Lines and entries of one amount that compete for each other and for nothing else.

    Both sides are kinds of rows in date order; ``edges`` is keyed by their places. In a ``crowd``
    a kind is all rows of the same days, whatever their words.
    """

    lines: tuple[Lines, ...]
    entries: tuple[Entries, ...]
    edges: Mapping[tuple[int, int], Edge]
    crowd: bool = False


def groups(lines: Sequence[Line], entries: Iterable[Entry], window: int) -> list[Group]:
    """The connected groups of lines and entries of equal amount at most ``window`` days apart."""
    shelf: dict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=place_of_entry):
        shelf[entry.amount_minor].append(entry)
    return [
        group
        for amount, rows in _lines_by_amount(lines).items()
        if (facts := shelf.get(amount))
        for group in _of_one_amount(rows, facts, window)
    ]


def _lines_by_amount(lines: Sequence[Line]) -> dict[int, list[Line]]:
    shelf: dict[int, list[Line]] = defaultdict(list)
    for line in sorted(lines, key=place_of_line):
        shelf[line.amount].append(line)
    return shelf


def place_of_line(line: Line) -> tuple[date, int]:
    """What lines are in order by: their dates, then as printed."""
    return line.date or date.min, line.ordinal


def place_of_entry(entry: Entry) -> tuple[date, int]:
    """What entries are in order by: their dates, then as recorded."""
    return entry.booked_on, entry.id


def _of_one_amount(lines: Sequence[Line], entries: Sequence[Entry], window: int) -> Iterator[Group]:
    """The groups among rows by date, those of the same days as one until known to be few."""
    dated = by_kind(lines, lambda line: (line.date, line.value_date))
    booked = by_kind(entries, lambda entry: entry.booked_on)
    days = [entries[0].booked_on for entries in booked]
    near = {
        (i, j): apart
        for i, lines in enumerate(dated)
        for j in around(lines[0], days, window)
        if (apart := days_apart(lines[0], days[j])) is not None and apart <= window
    }
    for places in _connected(near):
        yield _group(dated, booked, {at: near[at] for at in places})


def _connected(near: _Near) -> list[list[tuple[int, int]]]:
    """The candidates, parted wherever no chain of candidates leads across."""
    joined: Joined[tuple[int, int]] = Joined()
    for i, j in near:
        joined.join((0, i), (1, j))
    parts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for i, j in near:
        parts[joined.root((0, i))].append((i, j))
    return list(parts.values())


def _group(dated: Sequence[Lines], booked: Sequence[Entries], near: _Near) -> Group:
    rows, columns = (sorted({at[side] for at in near}) for side in (0, 1))
    lines = {i: by_kind(dated[i], line_class) for i in rows}
    entries = {j: by_kind(booked[j], entry_class) for j in columns}
    if sum(len(lines[i]) * len(entries[j]) for i, j in near) <= _CROWD:
        return _worded(lines, entries, near)
    row, column = ({place: at for at, place in enumerate(side)} for side in (rows, columns))
    return Group(
        tuple(dated[i] for i in rows),
        tuple(booked[j] for j in columns),
        {(row[i], column[j]): Edge(days, 0) for (i, j), days in near.items()},
        crowd=True,
    )


def _worded(
    lines: Mapping[int, list[Lines]], entries: Mapping[int, list[Entries]], near: _Near
) -> Group:
    """A group whose kinds are distinguished by words as well."""
    rows = sorted(chain(*lines.values()), key=lambda kind: place_of_line(kind[0]))
    columns = sorted(chain(*entries.values()), key=lambda kind: place_of_entry(kind[0]))
    row = {kind[0].ordinal: at for at, kind in enumerate(rows)}
    column = {kind[0].id: at for at, kind in enumerate(columns)}
    edges = {
        (row[mine[0].ordinal], column[theirs[0].id]): Edge(
            days, unlikeness(mine[0].description, theirs[0].description)
        )
        for (i, j), days in near.items()
        for mine in lines[i]
        for theirs in entries[j]
    }
    return Group(tuple(rows), tuple(columns), edges)


_Thing = TypeVar("_Thing")


class Joined(Generic[_Thing]):
    """Sets that grow together; a thing that was never joined is alone."""

    def __init__(self) -> None:
        self._next: dict[_Thing, _Thing] = {}

    def join(self, one: _Thing, other: _Thing) -> None:
        """From now on both belong together, and all that belongs to either."""
        self._next[self.root(one)] = self.root(other)

    def root(self, thing: _Thing) -> _Thing:
        """The same thing for all that belong together."""
        on = self._next.setdefault
        while on(thing, thing) != thing:
            self._next[thing] = self._next[self._next[thing]]
            thing = self._next[thing]
        return thing
