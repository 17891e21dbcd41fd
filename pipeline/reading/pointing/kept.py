"""Which rows the reader is sure of already: a model is not asked about their lines again."""

from __future__ import annotations

from pipeline.drafts import Line, StatementDraft
from pipeline.proof.lexed import Lexed, LexedPages
from pipeline.proof.witness import WitnessRow
from pipeline.reading.pointing.places import Pointed


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


def kept_rows(draft: StatementDraft, pages: LexedPages) -> tuple[Pointed, ...]:
    """Those rows as the witness has them; none where it has other rows than the draft."""
    sure = {id(line) for line in proven_rows(draft)}
    every = witness_rows(draft, pages)
    return tuple(
        row for row, line in zip(every, draft.lines, strict=bool(every)) if id(line) in sure
    )


def witness_rows(draft: StatementDraft, pages: LexedPages) -> tuple[Pointed, ...]:
    """All rows of the witness; none where it has other rows than the draft."""
    witness = draft.witness
    if witness is None or len(witness.rows) != len(draft.lines):
        return ()
    lexed = pages.under(witness.convention.style)
    return tuple(
        _pointed(row, lexed, line.amount < 0)
        for row, line in zip(witness.rows, draft.lines, strict=True)
    )


def _pointed(row: WitnessRow, lexed: Lexed, is_out: bool) -> Pointed:
    index = lexed.row_of(row.amount)
    return Pointed(
        row=index,
        amount=row.amount,
        is_out=is_out,
        date=row.date,
        balance=row.balance,
        value_date=row.value_date,
        direction=row.direction,
        text=tuple(place for place in row.text if _describes(lexed, lexed.row_of(place), index)),
    )


def _describes(lexed: Lexed, at: int, own: int) -> bool:
    """Whether a row of words can be an entry's besides its own: one with figures or labels may be
    what a model points at."""
    row = lexed.rows[at]
    return at == own or not (row.figures or row.has_label)
