"""The column of dates: where each table of a page has it, and which day each row prints in it."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pipeline.reading.grid import Grid
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import Column, Header
from pipeline.reading.lexing.rows import Row, letters_in

_FOUR_DIGITS = re.compile(r"^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$")
_DAY_OR_MONTH = re.compile(r"^[0-3]?\d$")


def date_edges(
    rows: Sequence[Row],
    body: Sequence[bool],
    headers: Sequence[Header],
    grid: Grid,
    size: float,
) -> list[float | None]:
    """The date edge of each table; one in which few rows print a date shares the others'.

    It is the left edge of the column of dates, in points. ``body`` says which rows are of a table.
    """
    inside = [index for index, wanted in enumerate(body) if wanted]
    common = _date_edge([rows[index] for index in inside], headers, size)
    edges: list[float | None] = []
    for table in range(len(grid.tables)):
        mine = [rows[i] for i in inside if grid.table_of_row[i] == table and rows[i].figures]
        own = None if grid.date_cells[table] else _own_edge(mine, size)
        edges.append(common if own is None else own)
    return edges


def _own_edge(rows: Sequence[Row], size: float) -> float | None:
    """The edge at which one table's rows print their dates, if most have one, and most there."""
    dated = [row for row in rows if row.dates]
    edge = _date_edge(dated, [], size)
    if edge is None or len(dated) < 2 or len(dated) * 2 <= len(rows):
        return None
    aligned = sum(abs(row.dates[0].x0 - edge) <= size for row in dated)
    return edge if aligned * 2 > len(dated) else None


def _date_edge(rows: Sequence[Row], headers: Sequence[Header], size: float) -> float | None:
    """The left edge of the date column: the leftmost at which rows usually print a date.

    An edge under a header's date cell wins over any other; a value date or a date inside a
    description stands further right.
    """
    cells = [cell for header in headers for cell in header.having("date")]
    edges = sorted(day.x0 for row in rows for day in (row.dates if cells else row.dates[:1]))
    if not edges:
        return None
    near = {
        edge: bisect_right(edges, edge + size) - bisect_left(edges, edge - size)
        for edge in set(edges)
    }
    usual = 0.15 * max(near.values())

    def worth(edge: float) -> tuple[bool, bool, float]:
        under = any(cell.x0 - 2 * size <= edge <= cell.x1 + size for cell in cells)
        return under, near[edge] >= usual, -edge

    return max(near, key=worth)


def days_in_column(
    row: Row, edge: float | None, cells: Sequence[Column], size: float
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
        return _spaced_day(row, cells, size), None
    other = next((d for d in row.dates if d is not first and d.x0 - first.x1 < 9 * size), None)
    return first, other


def _spaced_day(row: Row, cells: Sequence[Column], size: float) -> PrintedDate | None:
    """Numbers under a date heading, such as "06 03" or "0603", are a day and a month."""
    return _in_four_digits(row, cells, size) or _in_two_numbers(row, cells, size)


def _in_four_digits(row: Row, cells: Sequence[Column], size: float) -> PrintedDate | None:
    """A day and a month that are one word, "0603"."""
    for index, word in enumerate(row.words):
        found = _FOUR_DIGITS.match(word.text)
        if found and _is_under(cells, word.x0, word.x1, size):
            day, month = int(found[1]), int(found[2])
            return PrintedDate(day, month, None, False, word.x0, word.x1, index, index)
    return None


def _in_two_numbers(row: Row, cells: Sequence[Column], size: float) -> PrintedDate | None:
    """A day and a month that are two words, "06 03"."""
    for index, (one, two) in enumerate(itertools.pairwise(row.words)):
        numbers = _DAY_OR_MONTH.match(one.text) and _DAY_OR_MONTH.match(two.text)
        if numbers and _is_under(cells, one.x0, two.x1, size):
            day, month, order = _day_and_month(int(one.text), int(two.text))
            if 1 <= month <= 12 and 1 <= day <= 31:
                sure = bool(order) or day == month
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


def _is_under(cells: Sequence[Column], x0: float, x1: float, size: float) -> bool:
    """Whether what stands from ``x0`` to ``x1`` is under one of a header's cells, about."""
    return any(cell.x0 - size <= x0 and x1 <= cell.x1 + 2 * size for cell in cells)
