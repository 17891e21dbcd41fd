"""What keeps an offer from adding up, as lines of the page that a model may look at again."""

from __future__ import annotations

from collections.abc import Collection

from pipeline.drafts import StatementDraft
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.numbered import numbered


def open_lines(
    draft: StatementDraft, pages: LexedPages, answered: Collection[int] | None = None
) -> dict[int, str]:
    """By line (counted from 1) what is there that no row accounts for, or that does not follow.
    Where the draft's rows are not all that are known, ``answered`` are the lines that have one."""
    witness, lexed = draft.witness, numbered(draft, pages)
    if witness is None:
        return {}
    rows = [lexed.row_of(line.amount) for line in witness.lines]
    own = {row + 1 for row in rows if row is not None}
    used = own if answered is None else answered
    found = {
        index + 1: "this looks like an entry, and is in no row"
        for index, row in enumerate(lexed.rows)
        if index + 1 not in used and row.looks_like_entry and not row.has_label
    }
    order = list(range(len(draft.lines)))
    if witness.convention.newest_first:
        order.reverse()
    at = draft.opening_balance
    for place in order if len(rows) == len(draft.lines) else ():
        line, row = draft.lines[place], rows[place]
        at = line.balance if at is None else at + line.amount
        if line.balance is not None and line.balance != at and row is not None:
            found[row + 1] = "the balance here does not follow from the rows before"
        at = line.balance if line.balance is not None else at
    return found
