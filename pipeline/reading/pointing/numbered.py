"""The rows of a document as numbered lines: those still open, and those the reader is sure of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pipeline.drafts import Line, StatementDraft
from pipeline.proof import CitedLine, Place
from pipeline.reading.citing.witnesses import style_of
from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.lexed import Lexed, LexedPages, styles_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.pointing.places import Pointed
from tools.ledger.showing import without_numbers


def numbered(draft: StatementDraft, pages: LexedPages) -> Lexed:
    """The document's rows, line 1 first."""
    witness = draft.witness
    return pages.under(style_of(witness.convention) if witness else styles_of(pages.bare)[0])


def styles_numbered_so(draft: StatementDraft, pages: LexedPages) -> list[NumberStyle]:
    """The usual styles, the draft's own first, under which each line has the same words."""
    own = numbered(draft, pages)
    lines = [row.ids for row in own.rows]
    return [
        style
        for style in dict.fromkeys([own.sheet.style, *styles_of(pages.bare)])
        if [row.ids for row in pages.under(style).rows] == lines
    ]


@dataclass(frozen=True, slots=True)
class TextLine:
    """One row of a page as a model is given it. ``number`` counts the document's rows from 1."""

    number: int
    page: int
    text: str


def text_lines(
    rows: Sequence[LexedRow], wanted: Iterable[int], *, whole_numbers: bool = False
) -> list[TextLine]:
    """These rows (counted from 0), account numbers reduced to their last digits unless they may be
    seen whole."""
    shown = str if whole_numbers else without_numbers
    return [TextLine(index + 1, rows[index].page, shown(rows[index].text)) for index in wanted]


def as_text(lines: Sequence[TextLine]) -> str:
    """The lines as they stand in a question."""
    return "\n".join(f"{line.number}: {line.text}" for line in lines)


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
    """Whether a row of words can be a line's beyond its own: one with figures or labels may be
    what a model points at."""
    at = lexed.row_of(place)
    row = lexed.rows[at] if at is not None else None
    return at == own or (row is not None and not (row.figures or row.has_label))


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
