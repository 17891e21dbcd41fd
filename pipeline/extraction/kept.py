"""Which rows the reader proved already, and which text is still to be accounted for."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.drafts import Line, StatementDraft
from pipeline.reading.page_text import TextLine


def proven_rows(draft: StatementDraft) -> list[Line]:
    """Rows whose printed balance follows from the row before; the first may follow the opening."""
    before = [draft.opening_balance, *(line.balance for line in draft.lines[:-1])]
    return [
        line
        for line, balance in zip(draft.lines, before, strict=bool(draft.lines))
        if balance is not None
        and line.balance is not None
        and balance + line.amount == line.balance
    ]


def still_open(text: Sequence[TextLine], rows: Sequence[Line]) -> list[TextLine]:
    """The lines of text, on the statement's pages, that no proven row stands on."""
    return [line for line in text if not any(_stands_on(row, line) for row in rows)]


def _stands_on(row: Line, line: TextLine) -> bool:
    middle = (line.bbox.top + line.bbox.bottom) / 2
    return row.page == line.page and row.bbox.top <= middle <= row.bbox.bottom
