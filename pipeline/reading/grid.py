"""One set of columns over all tables of a statement, each of which may print its own layout."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.reading.columns import MOST_COLUMNS, Columns, FigureColumn, columns_of
from pipeline.reading.lexing.figures import Figure
from pipeline.reading.lexing.headers import MONEY, Column, Header
from pipeline.reading.lexing.rows import Row

_SAME_PLACE = 8.0  # points by which a repeated header may have moved


@dataclass(frozen=True, slots=True)
class _TableColumns:
    columns: Columns
    places: tuple[int | None, ...]  # local column -> column of the grid


@dataclass(frozen=True, slots=True)
class Grid:
    """The money columns of a stretch of rows, whatever table a row stands in."""

    columns: tuple[FigureColumn, ...]
    tables: tuple[_TableColumns, ...]
    table_of_row: tuple[int, ...]
    date_cells: tuple[tuple[Column, ...], ...]

    def column_of(self, row: int, figure: Figure) -> int | None:
        """The column a figure of that row stands in, or None."""
        table = self.tables[self.table_of_row[row]]
        local = table.columns.index_of(figure)
        return None if local is None else table.places[local]

    def dates_of(self, row: int) -> tuple[Column, ...]:
        """The date cells of the header above a row."""
        return self.date_cells[self.table_of_row[row]]


def grid_of(
    rows: Sequence[Row],
    body: Sequence[bool],
    headers: Sequence[Header],
    size: float,
    *,
    sparse: bool = False,
) -> Grid:
    """Finds the columns table by table and gives those of one meaning one place; ``sparse`` is that
    of `columns_of`."""
    kinds = _kinds(headers)
    table_of_row = _tables(len(rows), headers, kinds)
    members: dict[int, list[Row]] = defaultdict(list)
    for row, inside, table in zip(rows, body, table_of_row, strict=True):
        if inside:
            members[table].append(row)
    groups = [
        [h for h, kind in zip(headers, kinds, strict=True) if kind == k]
        for k in range(max(kinds, default=-1) + 1)
    ]
    found = [
        columns_of(members[k], groups[k] if groups else [], size, sparse=sparse)
        for k in range(max(len(groups), 1))
    ]
    order = sorted(range(len(found)), key=lambda k: -sum(1 for row in members[k] if row.dates))
    columns, places = _united(found, groups, order)
    return Grid(
        columns,
        tuple(_TableColumns(found[k], places[k]) for k in range(len(found))),
        tuple(table_of_row),
        tuple(tuple(c for h in group for c in h.having("date")) for group in groups) or ((),),
    )


def _kinds(headers: Sequence[Header]) -> list[int]:
    """Numbers the headers so that repeats of one header share a number."""
    kinds: list[int] = []
    firsts: list[Header] = []
    for header in headers:
        for number, first in enumerate(firsts):
            if _alike(first, header):
                kinds.append(number)
                break
        else:
            kinds.append(len(firsts))
            firsts.append(header)
    return kinds


def _alike(one: Header, other: Header) -> bool:
    left, right = one.having(*MONEY), other.having(*MONEY)
    return len(left) == len(right) and all(
        a.meanings == b.meanings and min(abs(a.x0 - b.x0), abs(a.x1 - b.x1)) < _SAME_PLACE
        for a, b in zip(left, right, strict=True)
    )


def _tables(count: int, headers: Sequence[Header], kinds: Sequence[int]) -> list[int]:
    """For each row the kind of the header above it; rows above the first go with the first."""
    tables = [0] * count
    for header, kind in zip(headers, kinds, strict=True):
        for index in range(max(header.last + 1, 0), count):
            tables[index] = kind
    return tables


def _united(
    found: Sequence[Columns], groups: Sequence[Sequence[Header]], order: Sequence[int]
) -> tuple[tuple[FigureColumn, ...], dict[int, tuple[int | None, ...]]]:
    united: list[FigureColumn] = []
    keys: dict[tuple[frozenset[str], int], int] = {}
    places: dict[int, tuple[int | None, ...]] = {}
    for table in order:
        side_by_side = bool(groups) and any(_side_by_side(header) for header in groups[table])
        seen: dict[frozenset[str], int] = defaultdict(int)
        local: list[int | None] = []
        for column in found[table].columns:
            meanings = column.meanings & MONEY
            if not meanings:
                local.append(_unnamed(united, column, first=table == order[0]))
                continue
            key = (meanings, 0 if side_by_side else seen[meanings])
            seen[meanings] += 1
            if key not in keys:
                keys[key] = len(united)
                united.append(column)
            else:
                old = united[keys[key]]
                united[keys[key]] = replace(old, count=old.count + column.count)
            local.append(keys[key])
        places[table] = tuple(local)
    return tuple(united[: MOST_COLUMNS + 2]), places


def _unnamed(united: list[FigureColumn], column: FigureColumn, *, first: bool) -> int | None:
    """A column without a name keeps its place only in the main table."""
    if not first or len(united) >= MOST_COLUMNS:
        return None
    united.append(column)
    return len(united) - 1


def _side_by_side(header: Header) -> bool:
    """Whether a header prints date … amount twice over."""
    kinds = [
        "date" if "date" in c.meanings else "money"
        for c in header.columns
        if c.meanings & (MONEY | {"date"})
    ]
    return "".join(kind[0] for kind in kinds).count("dm") > 1
