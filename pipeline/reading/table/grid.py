"""One set of columns over all tables of a statement, and the column that has their dates."""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import MONEY, Header, HeaderColumn
from pipeline.reading.lexing.labelled import is_period
from pipeline.reading.lexing.phrases import month_names, squeeze
from pipeline.reading.lexing.rows import LexedRow, letters_in
from pipeline.reading.table.columns import MOST_COLUMNS, Columns, FigureColumn, columns_of

_SAME_PLACE = 8.0  # points by which a repeated header may have moved
_SAME_EDGE = 2.5  # points between edges of columns in two tables


class _TableColumns(NamedTuple):
    columns: Columns
    places: tuple[int | None, ...]  # local column -> column of the grid


class Grid(NamedTuple):
    """The money columns of a stretch of rows, whatever table a row is in."""

    columns: tuple[FigureColumn, ...]
    tables: tuple[_TableColumns, ...]
    table_of_row: tuple[int, ...]
    date_cells: tuple[tuple[HeaderColumn, ...], ...]
    headers: tuple[Header, ...]

    def column_of(self, row: int, figure: LexedFigure) -> int | None:
        """The column a figure of that row is in, or None."""
        table = self.tables[self.table_of_row[row]]
        local = table.columns.index_of(figure)
        return None if local is None else table.places[local]

    def dates_of(self, row: int) -> tuple[HeaderColumn, ...]:
        """The date cells of the header above a row; where it has none, those of its repeats."""
        cells = self.date_cells[self.table_of_row[row]]
        place = bisect_left(self.headers, row, key=lambda header: header.last)
        above = self.headers[place - 1].columns if place else ()
        return tuple(cell for cell in above if cell in cells) or cells


def grid_of(
    rows: Sequence[LexedRow],
    body: Sequence[bool],
    headers: Sequence[Header],
    size: float,
    *,
    sparse: bool = False,
) -> Grid:
    """Finds the columns table by table and gives those of one meaning one place; ``sparse`` is that
    of `columns_of`."""
    kinds = _kinds(headers)
    count = len(rows)
    table_of_row = [0] * count
    for header, kind in zip(headers, kinds, strict=True):
        for index in range(max(header.last + 1, 0), count):
            table_of_row[index] = kind
    members: dict[int, list[LexedRow]] = defaultdict(list)
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
        tuple(_date_cells(group, members[k]) for k, group in enumerate(groups)) or ((),),
        tuple(headers),
    )


def _date_cells(headers: Sequence[Header], rows: Sequence[LexedRow]) -> tuple[HeaderColumn, ...]:
    """The cells over dates; the first two, whatever they say, where entries without a date begin
    with two numbers below them: a day and a month, "J" and "M"."""
    named = tuple(dict.fromkeys(cell for each in headers for cell in each.having("date")))
    pairs = [h.columns[:2] for h in headers if len(h.columns) > 2]
    bare = [row for row in rows if row.figures and len(row.words) > 2 and not row.dates]
    if not pairs or len(bare) < 2 or any(row.begins_with_date for row in rows):
        return named
    (left, right), height = pairs[0], rows[0].bottom - rows[0].top
    if "date" in left.meanings & right.meanings or (left.meanings | right.meanings) - {"date"}:
        return named
    two = [
        row
        for row in bare
        if all(_DAY_OR_MONTH.match(word.text) for word in row.words[:2])
        and abs(row.words[0].x0 - left.x0) < height > abs(row.words[1].x0 - right.x0)
    ]
    if 2 * len(two) <= len(bare):
        return named
    return tuple(HeaderColumn(frozenset({"date"}), one.x0, other.x1) for one, other in pairs)


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
    """A column without a name keeps its place only in the main table; in another it has the place
    of one that it is right below."""
    if not first:
        under = (n for n, each in enumerate(united) if abs(each.edge - column.edge) <= _SAME_EDGE)
        return next((n for n in under if not united[n].meanings & MONEY), None)
    if len(united) >= MOST_COLUMNS:
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


_DAY_OR_MONTH = re.compile(r"^[0-3]?\d$")


def date_edges(
    rows: Sequence[LexedRow],
    body: Sequence[bool],
    headers: Sequence[Header],
    grid: Grid,
    size: float,
) -> list[float | None]:
    """The date edge of each table; one in which few rows print a date shares the others'.

    It is the left edge of the column of dates, in points. ``body`` says which rows are of a table.
    """
    inside = [at for at, wanted in enumerate(body) if wanted and not is_period(rows[at])]
    named = ([cell for each in headers for cell in each.having(name)] for name in _DAYS)
    cells = next(filter(None, named), [])
    common = _date_edge([rows[index] for index in inside], cells, size)
    edges: list[float | None] = []
    for table in range(len(grid.tables)):
        mine = [rows[i] for i in inside if grid.table_of_row[i] == table and rows[i].figures]
        heads = grid.date_cells[table]
        own = _date_edge(mine, heads, size) if heads else _own_edge(mine, size)
        edges.append(common if own is None else own)
    return edges


def _own_edge(rows: Sequence[LexedRow], size: float) -> float | None:
    """The edge at which one table's rows print their dates, if most have one, and most there."""
    dated = [row for row in rows if row.dates]
    edge = _date_edge(dated, [], size)
    if edge is None or len(dated) < 2 or len(dated) * 2 <= len(rows):
        return None
    aligned = sum(abs(row.dates[0].x0 - edge) <= size for row in dated)
    return edge if aligned * 2 > len(dated) else None


_DAYS: Final = ("date", "value_date")  # heads of days: of the second, where there is no first


def _date_edge(
    rows: Sequence[LexedRow], cells: Sequence[HeaderColumn], size: float
) -> float | None:
    """The left edge of the date column: the leftmost at which rows usually print a date.

    An edge under one of a header's ``cells`` of dates wins over any other; a value date or a date
    inside a description is further right."""
    days = [day for row in rows for day in (row.dates if cells else row.dates[:1])]
    ends = {day.x0: day.x1 for day in days}
    edges = sorted(day.x0 for day in days)
    if not edges:
        return None
    near = {
        edge: bisect_right(edges, edge + size) - bisect_left(edges, edge - size)
        for edge in set(edges)
    }
    usual = 0.15 * max(near.values())

    def worth(edge: float) -> tuple[bool, bool, float]:
        # The cell may be over the middle of its days, or over their beginning.
        under = any(
            cell.x0 - 2 * size <= edge <= cell.x1 + size or edge < cell.x0 < ends[edge]
            for cell in cells
        )
        return under, near[edge] >= usual, -edge

    return max(near, key=worth)


def days_in_column(
    row: LexedRow, edge: float | None, cells: Sequence[HeaderColumn], size: float
) -> tuple[PrintedDate | None, PrintedDate | None]:
    """The date in the date column, and one close behind it. In a row without an amount a date
    behind other words is part of a sentence."""

    def placed(day: PrintedDate) -> bool:
        if edge is not None and abs(day.x0 - edge) <= 1.6 * size:
            return True
        under = any(c.x0 - size <= day.x0 <= c.x1 and day.x1 > c.x0 for c in cells)
        sentence = not row.figures and letters_in(row.words[: day.first]) > 0
        return under and (day.first == 0 or (len(cells) == 1 and not sentence))

    first = next((day for day in row.dates if placed(day)), None)
    if first is None:
        return _in_two_words(row, cells, size), None
    near = (d for d in row.dates if d is not first and d.x0 - first.x1 < 9 * size)
    return first, next((day for day in near if day.x0 > first.x0 or placed(day)), None)


def _in_two_words(row: LexedRow, cells: Sequence[HeaderColumn], size: float) -> PrintedDate | None:
    """A day and a month that are two words however far apart, "06 03" or "Mar 06"."""
    for index, (one, two) in enumerate(itertools.pairwise(row.words if cells else ())):
        texts = [one.text, two.text]
        names = [month_names().get(squeeze(text), 0) for text in texts]
        numbers = [int(text) if _DAY_OR_MONTH.match(text) else 0 for text in texts]
        named = any(names)
        day, month, order = (max(numbers), max(names), "") if named else _day_and_month(*numbers)
        both = any(numbers) if named else all(numbers)
        if both and 1 <= month <= 12 and day <= 31 and _is_under(cells, one.x0, two.x1, size):
            sure = bool(named or order) or day == month
            return PrintedDate(
                day, month, None, sure, one.x0, two.x1, index, index + 1, False, order
            )
    return None


def _day_and_month(left: int, right: int) -> tuple[int, int, str]:
    """Two numbers as day and month, and which is said to be first: "D", "M", or "" for neither."""
    if left > 12:
        return left, right, "D"
    if right > 12:
        return right, left, "M"
    return left, right, ""


def _is_under(cells: Sequence[HeaderColumn], x0: float, x1: float, size: float) -> bool:
    """Whether what is from ``x0`` to ``x1`` is under one of a header's cells, about."""
    return any(cell.x0 - size <= x0 and x1 <= cell.x1 + 2 * size for cell in cells)
