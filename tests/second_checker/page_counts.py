"""Pages that count themselves: "page 2 of 3" (section 9, complete)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.second_checker.cells import cells_of
from tests.second_checker.row import Row
from tests.second_checker.tables import pattern

_EDGE: Final = 2
Count = tuple[int, int | None]
"""The number of a page, and of how many if it says so."""


def counts_pages(row: Row) -> bool:
    """Whether a row counts pages in words."""
    return _worded(row) is not None or _numbered(row) is not None


def _worded(row: Row) -> Count | None:
    for name in ("_LABELLED", "_TURKISH"):
        if found := pattern("page_counts", name).search(row.text):
            return int(found[1]), int(found[2])
    return None


def _bare(row: Row) -> Count | None:
    cell = cells_of(row.tokens)[-1]
    found = pattern("page_counts", "_BARE").match(_text(row, cell.first, cell.last))
    found = found or pattern("page_counts", "_BARE").match(row.tokens[-1].text)
    return (int(found[1]), int(found[2])) if found else None


def _numbered(row: Row) -> Count | None:
    for cell in cells_of(row.tokens):
        text = _text(row, cell.first, cell.last)
        if found := pattern("page_counts", "_NUMBERED").match(text):
            return int(found[1]), None
    return None


def _text(row: Row, first: int, last: int) -> str:
    return " ".join(token.text for token in row.tokens[first : last + 1])


def count_of(rows: Sequence[Row]) -> Count | None:
    """What the rows of one page say of its number."""
    edges = [*rows[:_EDGE], *rows[-_EDGE:]]
    for read, where in ((_worded, rows), (_bare, edges), (_numbered, rows)):
        for row in where:
            found = read(row)
            if found and 0 < found[0] <= (found[1] or found[0]):
                return found
    return None
