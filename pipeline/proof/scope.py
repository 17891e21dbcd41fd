"""Which rows speak of a statement beside its entries: around its table, and in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.proof.entries import Offered
from pipeline.proof.number import printed_number
from pipeline.proof.rows import Row
from pipeline.proof.zones import Zones


def beside(offered: Offered, zones: Zones) -> list[Row]:
    """The section's rows outside its table: no entry, and no entry's text."""
    rows = offered.lexed.rows
    return [rows[i] for i in range(offered.start, offered.stop) if not zones.within(i)]


def headings(offered: Offered) -> Callable[[Row], bool]:
    """Whether a row stands above every entry of its page."""
    tops: dict[int, float] = {}
    for entry in offered.entries:
        row = offered.lexed.rows[entry.row]
        tops[row.page] = min(row.top, tops.get(row.page, row.top))
    last = max(tops, default=0)
    return lambda row: row.top < tops.get(row.page, 0.0 if row.page > last else float("inf"))


def above(offered: Offered) -> Sequence[Row]:
    """The rows of the section above its first entry."""
    return offered.lexed.rows[offered.start : first_row(offered, offered.stop)]


def front(offered: Offered) -> Sequence[Row]:
    """The document's rows above the first that begins like an entry: they speak for every
    statement that says nothing of its own."""
    rows = offered.lexed.rows
    first = first_row(offered, len(rows))
    tables = next((header.last for header in offered.lexed.headers), len(rows))
    begin = (
        index
        for index, row in enumerate(rows)
        # Below a header a date alone begins an entry whose amount stands some rows further down.
        if row.looks_like_entry or (row.begins_with_date and index > tables)
    )
    return rows[: min(first, next(begin, first))]


def of_another(offered: Offered, leading: Sequence[Row]) -> bool:
    """Whether the document's front names another account's number than the section does."""
    own, other = printed_number(above(offered)), printed_number(leading)
    return own is not None and other is not None and own != other


def first_row(offered: Offered, none: int) -> int:
    """The first row of any entry; ``none`` where there are no entries."""
    return min((row for entry in offered.entries for row in entry.rows), default=none)
