"""Rows that a heading takes out of the statement: daily balances, pending or upcoming payments."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.entries import Offered
from pipeline.proof.rows import Row
from pipeline.proof.signs import heading_above

_BALANCES = ("opening", "closing", "balance_on")
_FEWEST = 2  # rows of a list


def is_skip_heading(row: Row) -> bool:
    """A row without figures and dates, mostly of words such as "Upcoming payments"."""
    if row.figures or row.dates or len(row.words) > 8:
        return False
    covered = sum(hit.last - hit.first + 1 for hit in row.phrases("sections", "skip"))
    return covered * 2 >= len(row.words)


def skipped_rows(offered: Offered) -> frozenset[int]:
    """The rows below such a heading, up to the next heading of one direction, the next table
    header with a column of amounts, or the page's end; and lists of the balances of days."""
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
        elif _heads_days(rows[index]):
            found.update(_days_below(rows, index, offered.stop))
    return frozenset(found)


def _heads_days(row: Row) -> bool:
    """Whether a row names columns of days and of balances, and none of amounts."""
    if row.figures or row.dates or not row.phrases("columns", "date"):
        return False
    balances = row.phrases("columns", "balance") + row.phrases("labels", *_BALANCES)
    return bool(balances) and not row.phrases("columns", "debit", "credit", "amount")


def _days_below(rows: Sequence[Row], head: int, stop: int) -> range:
    """The rows right below a head that say a day and a balance and nothing else, if several do."""
    last = head + 1
    while last < stop and rows[last].page == rows[head].page and _is_day(rows[last]):
        last += 1
    return range(head + 1, last) if last - head > _FEWEST else range(0)


def _is_day(row: Row) -> bool:
    alone = len(row.dates) == len(row.figures) == 1 and len(row.taken) == len(row.words)
    return alone and row.looks_like_entry
