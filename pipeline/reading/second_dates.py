"""The second date of an entry: right behind the first, under a header's column for it, or below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import Column
from pipeline.reading.lexing.lexed import Lexed
from pipeline.reading.lexing.rows import Row

_NEAR = 3.0  # points beside a column
_FEWEST = 2  # entries that show a pattern


def second_date(lexed: Lexed, row: int, first: PrintedDate) -> PrintedDate | None:
    """The date printed directly behind ``first``, else the one in a column that a header above
    names for a date and in which ``first`` does not stand; None where there is neither."""
    others = [day for day in lexed.rows[row].dates if day is not first]
    behind = next((day for day in others if day.first == first.last + 1), None)
    if behind is not None:
        return behind
    cells = [
        cell
        for cell in lexed.date_cells_above(row)
        if not (cell.x0 < first.x1 and first.x0 < cell.x1)
    ]
    return next((day for day in others if any(_is_over(cell, day) for cell in cells)), None)


def _is_over(cell: Column, day: PrintedDate) -> bool:
    return cell.x0 - _NEAR < day.x1 and day.x0 < cell.x1 + _NEAR


def dates_below(lexed: Lexed, dated: Sequence[tuple[int, PrintedDate]], stop: int) -> list[int]:
    """For each entry the row whose first date is its second one; nothing where not all have one.

    ``dated`` is the row of each entry and its own date, ``stop`` the row behind the last that may
    be an entry's. Such a row stands between the entry and the next one, bears no figure and
    begins in the column of the first dates: one a row, under all of them.
    """
    if len(dated) < _FEWEST:
        return []
    ends = [*(row for row, _ in dated[1:]), stop]
    found = [
        [i for i in range(row + 1, end) if _stands_below(lexed.rows[row], lexed.rows[i], day)]
        for (row, day), end in zip(dated, ends, strict=True)
    ]
    apart = all(one < two for (one, _), (two, _) in pairwise(dated))
    return [rows[0] for rows in found] if apart and all(len(r) == 1 for r in found) else []


def column_of_dates(dated: Sequence[tuple[Row, PrintedDate]]) -> list[tuple[Row, PrintedDate]]:
    """For each entry another date of its row, all of them under each other; nothing where not all
    have one. ``dated`` is the row of each entry and its own date."""
    others = [[day for day in row.dates if day is not first] for row, first in dated]
    first = others[0] if len(others) >= _FEWEST else ()
    for middle in ((day.x0 + day.x1) / 2 for day in first):
        found = [next((d for d in days if d.x0 <= middle <= d.x1), None) for days in others]
        if None not in found:
            return [(row, day) for (row, _), day in zip(dated, found, strict=True) if day]
    return []


def _stands_below(entry: Row, row: Row, first: PrintedDate) -> bool:
    """Whether a row of an entry's page begins with a date below the first and has no figure."""
    if row.page != entry.page or row.figures or not row.begins_with_date:
        return False
    return row.dates[0].x0 < first.x1 and first.x0 < row.dates[0].x1
