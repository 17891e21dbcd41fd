"""A row of totals prints, under the columns for money out and money in, what they come to."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.proof.entries import Offered
from pipeline.proof.printed import Printed
from pipeline.proof.rows import Row
from pipeline.proof.zones import Zones

_SIDES = {"debit": -1, "credit": 1}


def wrong_columns(offered: Offered, printed: Printed, zones: Zones) -> Iterator[str]:
    """The rows of totals below the first entry that do not say what the columns come to."""
    for index in range(printed.first, offered.stop):
        row = offered.lexed.rows[index]
        if _is_total(row) and not _holds(offered, printed, zones, index):
            yield f"the columns' totals on page {row.page} differ from the rows"


def _is_total(row: Row) -> bool:
    totals = row.phrases("labels", "total", "total_in", "total_out")
    return not row.dates and any(hit.first == 0 for hit in totals)


def _holds(offered: Offered, printed: Printed, zones: Zones, index: int) -> bool:
    """Whether the sums of a row are those of the columns that they stand in, of both or of parts
    of both; a sum alone counts where a dash says that the other column comes to nothing."""
    row = offered.lexed.rows[index]
    under = ((zones.column_of(row, figure), figure) for figure in row.figures)
    cells = {column: offered.minor(figure) for column, figure in under if column in _SIDES}
    whole = {column: value in printed.columns(zones, column) for column, value in cells.items()}
    if len(cells) == len(_SIDES):
        parts = (cells[column] in printed.parts[sign] for column, sign in _SIDES.items())
        return all(whole.values()) or all(parts)
    if len(row.figures) == len(cells) == 1 and any(word.text == "-" for word in row.words):
        return all(whole.values()) or printed.allowed("total", index).issuperset(cells.values())
    return True
