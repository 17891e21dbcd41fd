"""A row of totals prints, under the columns for money out and money in, what they come to."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.proof.entries import Offered
from pipeline.proof.printed import Printed
from pipeline.proof.rows import Row, letters_in
from pipeline.proof.zones import Zones

_SIDES = {"debit": -1, "credit": 1}
_BEFORE = 2  # words before a total: "March totals"


def wrong_columns(offered: Offered, printed: Printed, zones: Zones) -> Iterator[str]:
    """The rows of totals below the first entry that do not say what the columns come to."""
    for index in range(printed.first, offered.stop):
        row = offered.lexed.rows[index]
        if _is_total(row) and not _holds(offered, printed, zones, index):
            yield f"the columns' totals on page {row.page} differ from the rows"


def _is_total(row: Row) -> bool:
    """Whether a row begins with a total, or ends with one its few words before the figures."""
    totals = row.phrases("labels", "total", "total_in", "total_out")
    last = row.figures[0].first - 1 if row.figures else -1
    return not row.dates and any(
        hit.first == 0 or (hit.first <= _BEFORE and hit.last == last) for hit in totals
    )


def _holds(offered: Offered, printed: Printed, zones: Zones, index: int) -> bool:
    """Whether the sums of a row are those of the columns that they stand in, of both or of parts
    of both; a sum alone counts where a dash says that the other column comes to nothing, or where
    the row ends the table and says no more."""
    row = offered.lexed.rows[index]
    under = ((zones.column_of(row, figure), figure) for figure in row.figures)
    cells = {column: offered.minor(figure) for column, figure in under if column in _SIDES}
    whole = {column: value in printed.columns(zones, column) for column, value in cells.items()}
    if len(cells) == len(_SIDES):
        parts = (cells[column] in printed.side_at(sign, index) for column, sign in _SIDES.items())
        return all(whole.values()) or all(parts)
    dashed = any(word.text == "-" for word in row.words)
    if len(row.figures) == len(cells) == 1 and (dashed or _ends_table(offered, index)):
        return all(whole.values()) or printed.allowed("total", index).issuperset(cells.values())
    return True


def _ends_table(offered: Offered, index: int) -> bool:
    """Whether a row says "Total" and no more, with nothing but labels between it and the entries
    above it."""
    rows = offered.lexed.rows
    last = max((entry.row for entry in offered.entries if entry.row < index), default=index)
    return _says_no_more(rows[index]) and all(
        rows[i].has_label or i in offered.entry_rows for i in range(last + 1, index)
    )


def _says_no_more(row: Row) -> bool:
    """Whether all words of a row belong to the label of a total."""
    named = {i for hit in row.phrases("labels", "total") for i in hit.places}
    return bool(named) and not letters_in(w for i, w in enumerate(row.words) if i not in named)
