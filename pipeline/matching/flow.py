"""The cheapest way to send units from rows to columns of a sparse table, by shortest paths.

The method is Jonker and Volgenant's for assignments, with several units to a row or column: one
row after the other takes the cheapest path to a column that has room, on which others may have to
give way. Prices keep what a step costs from falling below zero, so that Dijkstra's search finds the
path and stops early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

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

    def transposed(self) -> Flow:
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
