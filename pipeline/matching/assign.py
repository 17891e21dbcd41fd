"""The best one-to-one pairing of a group, by shortest paths, and which choices are contested."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TypeVar

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.matching.candidates import (
    WORDS_OUTWEIGH,
    Edge,
    Group,
    place_of_entry,
    place_of_line,
    plain,
)
from pipeline.matching.shapes import MatchSettings, Reason

Costs = Sequence[Mapping[int, int]]
"""For each row what a unit costs in each column that it may go to."""


@dataclass(slots=True)
class Flow:
    """Where the units went: ``units[column][row]`` of them; ``left`` stayed in their rows, and
    columns have ``room`` left.

    ``costs[i][j] + row_prices[i] - column_prices[j]`` is never negative, and 0 where units flow.
    """

    costs: Costs
    left: list[int]
    room: list[int]
    units: list[dict[int, int]]
    row_prices: list[int]
    column_prices: list[int]

    def pairs(self) -> dict[tuple[int, int], int]:
        """How many units went from which row to which column."""
        return {
            (row, column): units
            for column, taken in enumerate(self.units)
            for row, units in taken.items()
        }

    def transposed(self) -> "Flow":
        """The same, as if the columns had been sent to the rows."""
        costs: list[dict[int, int]] = [{} for _ in self.room]
        units: list[dict[int, int]] = [{} for _ in self.left]
        for row, its in enumerate(self.costs):
            for column, cost in its.items():
                costs[column][row] = cost
        for (row, column), count in self.pairs().items():
            units[row][column] = count
        prices = [-price for price in self.column_prices], [-price for price in self.row_prices]
        return Flow(costs, self.room, self.left, units, *prices)


def cheapest(costs: Costs, rows: Sequence[int], columns: Sequence[int], apart: int) -> Flow:
    """The flow of most units, and of those the cheapest.

    ``rows`` and ``columns`` say how many units each has or takes. ``apart`` is what it costs to
    leave one unit over, and must be more than any change of the others could save.
    """
    nothing = [0] * len(rows), [0] * len(columns)
    flow = Flow(costs, [0] * len(rows), list(columns), [{} for _ in columns], *nothing)
    for row, units in enumerate(rows):
        waiting = units
        while waiting:
            path = _Search(flow, row, apart).shortest()
            waiting -= _send(flow, path, waiting)
    return flow


@dataclass(frozen=True, slots=True)
class _Path:
    """Units go along ``takes`` and out of ``leaves``, both (row, column). They end in ``column``;
    or, if that is None, as many units of ``row`` are left over."""

    row: int
    column: int | None
    takes: Sequence[tuple[int, int]]
    leaves: Sequence[tuple[int, int]]


def _send(flow: Flow, path: _Path, waiting: int) -> int:
    """Send as many units as the path carries; says how many."""
    carried = [waiting, *(flow.units[column][row] for row, column in path.leaves)]
    if path.column is not None:
        carried.append(flow.room[path.column])
    count = min(carried)
    for row, column in path.leaves:
        flow.units[column][row] -= count
        if not flow.units[column][row]:
            del flow.units[column][row]
    for row, column in path.takes:
        flow.units[column][row] = flow.units[column].get(row, 0) + count
    if path.column is None:
        flow.left[path.row] += count
    else:
        flow.room[path.column] -= count
    return count


@dataclass(slots=True)
class _Search:
    """Dijkstra's search from one row for the nearest end of a path.

    A row is reached from the column that it has units in, at no cost; a column from any row.
    """

    flow: Flow
    source: int
    apart: int
    rows: dict[int, int] = field(default_factory=dict)
    columns: dict[int, int] = field(default_factory=dict)
    nearest: dict[int, int] = field(default_factory=dict)
    came_from: dict[int, int] = field(default_factory=dict)
    heap: list[tuple[int, int]] = field(default_factory=list)
    #: The end so far, and how far it is: a row whose unit is left over, or a column with room.
    last_row: int = -1
    last_column: int | None = None
    least: int = 0

    def shortest(self) -> _Path:
        """The cheapest path, after setting the prices so that it costs nothing."""
        self.least = self.apart + self.flow.row_prices[self.source]
        self._reach(self.source, 0)
        while self.heap and self.last_column is None and self.heap[0][0] < self.least:
            distance, column = heappop(self.heap)
            if column not in self.columns:
                self._visit(column, distance)
        self._set_prices()
        return self._path()

    def _visit(self, column: int, distance: int) -> None:
        self.columns[column] = distance
        if self.flow.room[column]:
            self.last_column, self.least = column, distance
            return
        for row in self.flow.units[column]:
            if row not in self.rows:
                self.came_from[row] = column
                self._reach(row, distance)

    def _reach(self, row: int, distance: int) -> None:
        self.rows[row] = distance
        price = self.flow.row_prices[row]
        if distance + self.apart + price <= self.least:
            self.last_row, self.least = row, distance + self.apart + price
        prices, nearest = self.flow.column_prices, self.nearest
        for column, cost in self.flow.costs[row].items():
            there = distance + cost + price - prices[column]
            if there < self.least and there < nearest.get(column, self.least):
                nearest[column] = there
                self.came_from[~column] = row
                heappush(self.heap, (there, column))

    def _set_prices(self) -> None:
        for row, distance in self.rows.items():
            self.flow.row_prices[row] += min(0, distance - self.least)
        for column, distance in self.columns.items():
            self.flow.column_prices[column] += min(0, distance - self.least)

    def _path(self) -> _Path:
        takes: list[tuple[int, int]] = []
        leaves: list[tuple[int, int]] = []
        column, row = self.last_column, self.last_row
        while column is not None or row != self.source:
            if column is None:
                column = self.came_from[row]
                leaves.append((row, column))
            row = self.came_from[~column]
            takes.append((row, column))
            column = None
        return _Path(self.last_row, self.last_column, takes, leaves)


def replacements(flow: Flow) -> dict[int, tuple[int, int]]:
    """For each row with units in a column: which other row, of those with units left over, could
    take a unit's place at the least cost, and what that is. Leaves out rows that none can replace.

    One search from all rows with units left over; it keeps the two nearest of them for each row,
    because the nearest may be the row itself.
    """
    heap = [(-flow.row_prices[row], row, row) for row, left in enumerate(flow.left) if left]
    heap.sort()
    found: dict[int, dict[int, int]] = {}
    while heap:
        distance, source, place = heappop(heap)
        sources = found.setdefault(place, {})
        if source in sources or len(sources) == 2:
            continue
        sources[source] = distance
        for onward, there in _steps(flow, place, distance):
            if len(found.get(onward, ())) < 2:
                heappush(heap, (there, source, onward))
    used = {row for taken in flow.units for row in taken}
    return {row: best for row in sorted(used) if (best := _best(flow, row, found.get(row, {})))}


def _steps(flow: Flow, place: int, distance: int) -> list[tuple[int, int]]:
    """Where a search can go on from a row, or from a column, which is written as ``~column``."""
    if place < 0:
        return [(row, distance) for row in flow.units[~place]]
    prices, base = flow.column_prices, distance + flow.row_prices[place]
    return [(~column, base + cost - prices[column]) for column, cost in flow.costs[place].items()]


def _best(flow: Flow, row: int, sources: Mapping[int, int]) -> tuple[int, int] | None:
    others = [(away + flow.row_prices[row], u) for u, away in sources.items() if u != row]
    return min(others, default=None)


@dataclass(frozen=True, slots=True)
class Detour:
    """What another pairing costs beside the best: more days, and more unlikeness or less.

    It leaves out a row of one kind and brings in a row of the kind ``instead``.
    """

    instead: int
    days: int
    unlike: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """An optimal pairing of a group's kinds."""

    flow: Flow
    scale: "_Scale"

    @property
    def pairs(self) -> Mapping[tuple[int, int], int]:
        """How many rows of which two kinds are paired, by the kinds' places."""
        return self.flow.pairs()

    def changes(self, side: int) -> dict[int, Detour]:
        """For each paired kind of lines (side 0) or entries (side 1) the best pairing with as many
        pairs that does with one row of it less and takes one of another kind, if there is any."""
        flow = self.flow if side == 0 else self.flow.transposed()
        return {
            kind: Detour(instead, *self.scale.days_and_likeness(cost))
            for kind, (cost, instead) in replacements(flow).items()
        }


def solve(group: Group) -> Assignment:
    scale = _Scale.of(group)
    costs: list[dict[int, int]] = [{} for _ in group.lines]
    for (i, j), edge in sorted(group.edges.items()):
        costs[i][j] = scale.cost(edge, i - j)
    sizes = [len(kind) for kind in group.lines], [len(kind) for kind in group.entries]
    dearest = max((cost for row in costs for cost in row.values()), default=0)
    return Assignment(cheapest(costs, *sizes, apart=dearest * 2 * scale.rows + 1), scale)


@dataclass(frozen=True, slots=True)
class _Scale:
    """One integer for a pair's cost, so weighted that a lower rank never outweighs a higher."""

    rows: int
    an_unlike: int
    a_day: int

    @classmethod
    def of(cls, group: Group) -> "_Scale":
        """For sums over all rows of this group, and for what changes between two such sums."""
        rows = min(sum(map(len, group.lines)), sum(map(len, group.entries))) + 1
        farthest = max(len(group.lines), len(group.entries))
        an_unlike = 8 * rows * farthest**2
        return cls(rows, an_unlike, 400 * rows * an_unlike)

    def cost(self, edge: Edge, apart: int) -> int:
        """Of one pair whose rows are so many places apart; by squares, because these add up to
        least where no two pairs cross."""
        return edge.days * self.a_day + edge.unlike * self.an_unlike + apart**2

    def days_and_likeness(self, cost: int) -> tuple[int, int]:
        """The days and the unlikeness of a cost, or of a difference between two."""
        days = (cost + self.a_day // 2) // self.a_day
        rest = cost - days * self.a_day
        return days, (rest + self.an_unlike // 2) // self.an_unlike


_Row = TypeVar("_Row", Line, Entry)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lines (by ordinal) and entries (by id) among which only a person can choose."""

    lines: frozenset[int]
    entries: frozenset[int]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Served:
    """A line and its entry, by kind; ``by_words`` if they are of a crowd and say the same."""

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


def _as_good(change: Detour, settings: MatchSettings) -> Reason | None:
    """Why the other pairing is no worse, or None if it is."""
    if change.days == 0 and change.unlike <= settings.margin:
        return Reason.EQUAL_CANDIDATES
    if change.days > 0 and -change.unlike >= WORDS_OUTWEIGH:
        return Reason.DATES_AND_DESCRIPTIONS_DISAGREE
    return None
