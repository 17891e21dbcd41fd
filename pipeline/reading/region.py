"""Which rows of a document can hold entries: those under a table header, not the boxes around."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.headers import Header
from pipeline.proof.rows import Row


def body_rows(rows: Sequence[Row], headers: Sequence[Header]) -> list[bool]:
    """True for rows under a header; a page without one goes on with the page before.

    Without any header, every row may hold an entry. A header that names balances only (a list of
    daily balances) or a heading such as "Upcoming payments" ends the table before it.
    """
    if not headers:
        return [True] * len(rows)
    entries = {header.last for header in headers if header.having("debit", "credit", "amount")}
    starts = {header.last: header.last in entries or not entries for header in headers}
    header_rows = {i for header in headers for i in range(header.first, header.last + 1)}
    pages_with_header = {rows[header.first].page for header in headers}
    open_table, page, skipping = False, 0, False
    body: list[bool] = []
    for index, row in enumerate(rows):
        if row.page != page:
            page = row.page
            if page in pages_with_header:
                open_table = False
        if index not in header_rows and (heading := _heading(row)):
            skipping = heading == "skip"
            open_table = open_table and not skipping
        body.append(open_table and index not in header_rows)
        if index in starts:
            open_table = starts[index] and not skipping
    return body


def _heading(row: Row) -> str:
    """The meaning of a row that is a section's heading and nothing else: skip, debit, credit."""
    if row.figures or row.dates or len(row.words) > 8:
        return ""
    hits = [hit for hit in row.hits if hit.group == "sections"]
    covered = sum(hit.last - hit.first + 1 for hit in {(h.first, h.last): h for h in hits}.values())
    if not hits or covered * 2 < len(row.words):
        return ""
    return "skip" if any(hit.meaning == "skip" for hit in hits) else hits[0].meaning
