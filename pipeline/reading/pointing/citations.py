"""Facts that a model found on the page and the kernel did not: where they stand, for a person.

A citation proves nothing. It is shown with its place, and a person may state it.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from db.errors import TieoutError
from db.money import exponent_of, to_decimal_string
from pipeline.claims import Citation, FactName
from pipeline.drafts import StatementDraft, adds_up
from pipeline.reading.facts.periods import month_heading
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.numbered import numbered
from pipeline.reading.pointing.places import CopiedFact, Pointing, digits_of, figure_at

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
    """The fact's value, None if its words do not stand on the line or mean none."""
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
    return _words(fact, rows[fact.line - 1].text)


def _words(fact: CopiedFact, row: str) -> str | None:
    """What the row itself says there. A model's own spelling is no print, nor is a part of a word
    or what two words make together."""
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
