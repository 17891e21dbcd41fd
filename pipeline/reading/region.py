"""Which rows of a document can hold entries: those under a table header, not the boxes around."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.rows import Row

_HEADS: Final = 2  # rows with a day and a figure that head or foot a page, at most


def body_rows(rows: Sequence[Row], headers: Sequence[Header]) -> list[bool]:
    """True for rows under a header; a page without one goes on with the page before.

    Without any header, every row may hold an entry. A header that names balances only (a list of
    daily balances) or a heading such as "Upcoming payments" ends the table before it.
    """
    heads = running_heads(rows)
    if not headers:
        return [index not in heads for index in range(len(rows))]
    entries = {header.last for header in headers if header.having("debit", "credit", "amount")}
    walk = _Walk(
        starts={header.last: header.last in entries or not entries for header in headers},
        header_rows={i for header in headers for i in range(header.first, header.last + 1)},
        pages_with_header={rows[header.first].page for header in headers},
    )
    return [walk.is_in_table(index, row) and index not in heads for index, row in enumerate(rows)]


def running_heads(rows: Sequence[Row]) -> frozenset[int]:
    """Rows with a day and a figure that are on several pages, word for word in the same place: what
    a page is headed or footed by, and no entries. Where there are more of them, the page is there
    twice."""
    places: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row.dates and row.figures:
            places[row.text, round(row.top), round(row.words[0].x0)].append(index)
    repeated = [
        index
        for found in places.values()
        if len({rows[at].page for at in found}) > 1
        for index in found
    ]
    on_page = Counter(rows[index].page for index in repeated)
    return frozenset(index for index in repeated if on_page[rows[index].page] <= _HEADS)


@dataclass(slots=True)
class _Walk:
    """Goes down the rows, and knows at each whether it stands in a table of entries.

    ``starts`` are the last rows of headers, and whether entries stand under each.
    """

    starts: dict[int, bool]
    header_rows: set[int]
    pages_with_header: set[int]
    page: int = 0
    open_table: bool = False
    skipping: bool = False

    def is_in_table(self, index: int, row: Row) -> bool:
        """Whether the next row can hold an entry."""
        self._turn_page(row.page)
        in_header = index in self.header_rows
        if not in_header:
            self._pass_heading(_heading(row))
        inside = self.open_table and not in_header
        if index in self.starts:
            self.open_table = self.starts[index] and not self.skipping
        return inside

    def _turn_page(self, page: int) -> None:
        if page != self.page and page in self.pages_with_header:
            self.open_table = False
        self.page = page

    def _pass_heading(self, heading: str) -> None:
        """ "Upcoming payments" ends the table; any other heading ends what is left out."""
        if heading:
            self.skipping = heading == "skip"
            self.open_table = self.open_table and not self.skipping


def _heading(row: Row) -> str:
    """The meaning of a row that is a section's heading and nothing else: skip, debit, credit."""
    if row.figures or row.dates or len(row.words) > 8:
        return ""
    hits = [hit for hit in row.hits if hit.group == "sections"]
    covered = sum(hit.last - hit.first + 1 for hit in {(h.first, h.last): h for h in hits}.values())
    if not hits or covered * 2 < len(row.words):
        return ""
    return "skip" if any(hit.meaning == "skip" for hit in hits) else hits[0].meaning
