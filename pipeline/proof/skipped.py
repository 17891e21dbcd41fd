"""Rows that a heading takes out of the statement: daily balances, pending or upcoming payments."""

from __future__ import annotations

from pipeline.proof.entries import Offered
from pipeline.proof.rows import Row
from pipeline.proof.signs import heading_above


def is_skip_heading(row: Row) -> bool:
    """A row without figures and dates, mostly of words such as "Upcoming payments"."""
    if row.figures or row.dates or len(row.words) > 8:
        return False
    covered = sum(hit.last - hit.first + 1 for hit in row.phrases("sections", "skip"))
    return covered * 2 >= len(row.words)


def skipped_rows(offered: Offered) -> frozenset[int]:
    """The rows below such a heading, up to the next heading of one direction, the next table
    header with a column of amounts, or the page's end."""
    rows = offered.lexed.rows
    ends = offered.lexed.money_starts
    found: set[int] = set()
    page: int | None = None
    below = -1
    for index in range(offered.start, offered.stop):
        if is_skip_heading(rows[index]):
            page, below = rows[index].page, index + 1
        elif page is not None:
            again = heading_above(offered, index + 1)[0] == index
            if rows[index].page != page or again or (index in ends and index != below):
                page = None
            else:
                found.add(index)
    return frozenset(found)
