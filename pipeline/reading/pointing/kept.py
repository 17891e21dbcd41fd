"""Which rows the reader is sure of already: a model is not asked about their lines again."""

from __future__ import annotations

from pipeline.drafts import Line, StatementDraft
from pipeline.proof import CitedLine, Place
from pipeline.reading.lexing.lexed import Lexed, LexedPages
from pipeline.reading.pointing.numbered import numbered
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
    if len(every) != len(draft.lines):
        return ()
    return tuple(row for row, line in zip(every, draft.lines, strict=True) if id(line) in sure)


def witness_rows(draft: StatementDraft, pages: LexedPages) -> tuple[Pointed, ...]:
    """All rows of the witness; none where it has other rows than the draft."""
    witness = draft.witness
    if witness is None or len(witness.lines) != len(draft.lines):
        return ()
    lexed = numbered(draft, pages)
    found = (
        _pointed(cited, lexed, line.amount < 0)
        for cited, line in zip(witness.lines, draft.lines, strict=True)
    )
    return tuple(each for each in found if each is not None)


def _pointed(cited: CitedLine, lexed: Lexed, is_out: bool) -> Pointed | None:
    index = lexed.row_of(cited.amount)
    if index is None:
        return None
    return Pointed(
        row=index,
        amount=cited.amount,
        is_out=is_out,
        date=cited.day,
        balance=cited.balance,
        value_date=cited.second,
        direction=cited.mark,
        text=tuple(place for place in cited.text if _describes(lexed, place, index)),
    )


def _describes(lexed: Lexed, place: Place, own: int) -> bool:
    """Whether a row of words can be a line's besides its own: one with figures or labels may be
    what a model points at."""
    at = lexed.row_of(place)
    row = lexed.rows[at] if at is not None else None
    return at == own or (row is not None and not (row.figures or row.has_label))
