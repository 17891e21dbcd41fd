"""The rows of a document as numbered lines, and the facts that a model cites by them."""

import calendar
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from db.errors import TieoutError
from db.money import exponent_of, to_decimal_string
from pipeline.claims import Citation, FactName
from pipeline.drafts import Line, StatementDraft, adds_up
from pipeline.proof import CitedLine, Place
from pipeline.reading.citing.witnesses import style_of
from pipeline.reading.facts.periods import month_heading
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle
from pipeline.reading.lexing.lexed import Lexed, LexedPages, styles_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.pointing.places import CopiedFact, Pointed, Pointing, digits_of, figure_at
from tools.ledger.workspace import without_numbers


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
    """The lines as they are in a question."""
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


_MASK = 4
_LONGEST = 120
#: So much longer than its row may a text be, for marks that the row has not.
_MARKS = 40


def citations(
    draft: StatementDraft, facts: Iterable[CopiedFact], pages: LexedPages
) -> tuple[Citation, ...]:
    """What is on the lines that it was cited from, and is not in the draft as proven; of several
    the first, of last days and closing balances the last."""
    found: dict[FactName, Citation] = {}
    for fact in facts:
        value = value_of(fact, draft, pages)
        if value is None or not _is_open(fact.name, draft):
            continue
        row = numbered(draft, pages).rows[fact.line - 1]
        cited = Citation(fact.name, value, row.page, row.text[:_LONGEST])
        if fact.name in _LAST:
            found[fact.name] = cited
        else:
            found.setdefault(fact.name, cited)
    return tuple(found[name] for name in FactName if name in found)


_LAST = frozenset({FactName.CLOSING_BALANCE, FactName.PERIOD_END})


def _is_open(name: FactName, draft: StatementDraft) -> bool:
    """Whether the draft says nothing of it that the kernel bore out: no period, if its days are but
    those of its rows."""
    if name in _BALANCES:
        return draft.proof is None or getattr(draft.proof, _BALANCES[name]) is None
    if name in _PERIOD and any(h.name == "period" and h.source == "rows" for h in draft.hypotheses):
        return True
    return getattr(draft, _FIELDS[name]) is None if name in _FIELDS else not adds_up(draft)


_BALANCES: Mapping[FactName, str] = {
    FactName.OPENING_BALANCE: "opening",
    FactName.CLOSING_BALANCE: "closing",
}
_PERIOD = frozenset({FactName.PERIOD_START, FactName.PERIOD_END})
_FIELDS: Mapping[FactName, str] = {
    FactName.PERIOD_START: "period_start",
    FactName.PERIOD_END: "period_end",
    FactName.CURRENCY: "currency",
    FactName.ACCOUNT_NUMBER: "account_mask",
    FactName.INSTITUTION: "institution",
}


def value_of(fact: CopiedFact, draft: StatementDraft, pages: LexedPages) -> str | None:
    """The fact's value, None if its words are not on the line or mean none."""
    pointing = Pointing(numbered(draft, pages))
    rows = pointing.lexed.rows
    if not 1 <= fact.line <= len(rows):
        return None
    if fact.name in _BALANCES:
        place = pointing.figure(fact)
        figure = figure_at(pointing.lexed, place) if place else None
        return _balance(figure, draft.exponent) if figure else None
    if fact.name in _PERIOD:
        day = _day(fact, draft, pointing)
        return day.isoformat() if day else None
    # What the row itself says there. A model's own spelling is no print, nor is a part of a word
    # or what two words make together.
    row = rows[fact.line - 1].text
    is_number = fact.name is FactName.ACCOUNT_NUMBER
    printed = _printed(fact.text, row, from_within=is_number)
    if printed is None:
        return None
    if is_number:
        return digits_of(printed)[-_MASK:] or None
    if fact.name is FactName.CURRENCY:
        return printed if _is_currency(printed) else None
    return printed[:_LONGEST]


_RUNS = re.compile(r"[^\W\d_]+|\d+")


def _printed(text: str, row: str, *, from_within: bool) -> str | None:
    """The part of the row with the same letters and digits, whole words of it: ``from_within``, the
    first may be the end of a number, of which a model is shown no more."""
    runs = [found[0].casefold() for found in _RUNS.finditer(text[: len(row) + _MARKS])]
    own = list(_RUNS.finditer(row))
    for start in range(len(own) - len(runs) + 1 if runs else 0):
        found = own[start : start + len(runs)]
        first, *rest = (each[0].casefold() for each in found)
        is_end = from_within and runs[0].isdecimal() and first.endswith(runs[0])
        if rest == runs[1:] and (first == runs[0] or is_end):
            return row[found[0].start() : found[-1].end()]
    return None


def _balance(figure: LexedFigure, exponent: int) -> str:
    sign = figure.mark or figure.sign or 1
    decimals = max(exponent, figure.decimals)
    return to_decimal_string(
        sign * figure.value * int(10 ** (decimals - figure.decimals)), decimals
    )


def _day(fact: CopiedFact, draft: StatementDraft, pointing: Pointing) -> date | None:
    """The cited day; a month by name begins on its first and ends on its last."""
    month_first = bool(draft.witness and draft.witness.convention.order == "mdy")
    days = [day for each in pointing.days(fact) if (day := each.resolve(month_first))]
    is_end = fact.name is FactName.PERIOD_END
    if days:
        return max(days) if is_end else min(days)
    month = month_heading([pointing.lexed.rows[fact.line - 1]])
    if month is None:
        return None
    last = calendar.monthrange(month.year, month.month)[1]
    return month.replace(day=last if is_end else 1)


def _is_currency(code: str) -> bool:
    try:
        exponent_of(code)
    except TieoutError:
        return False
    return True


def filled(draft: StatementDraft, cited: Iterable[Citation]) -> StatementDraft:
    """An unproven draft with what was cited where it says nothing, for a person to look at."""
    if adds_up(draft):
        return draft
    said = {each.name: each.value for each in cited}
    return replace(
        draft,
        institution=draft.institution or said.get(FactName.INSTITUTION),
        account_mask=draft.account_mask or said.get(FactName.ACCOUNT_NUMBER),
        currency=draft.currency or said.get(FactName.CURRENCY),
        period_start=draft.period_start or _as_day(said.get(FactName.PERIOD_START)),
        period_end=draft.period_end or _as_day(said.get(FactName.PERIOD_END)),
    )


def _as_day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
