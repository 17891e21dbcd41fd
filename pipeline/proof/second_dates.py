"""The second date of an entry's row: right behind the first, or under a header's column for it."""

from __future__ import annotations

from pipeline.proof.lexed import Lexed
from pipeline.proof.parse.dates import PrintedDate


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
    return next(
        (d for d in others if any(c.x0 - 3 < d.x1 and d.x0 < c.x1 + 3 for c in cells)), None
    )
