"""A statement without rows: proven if the page says so, and which way its balance goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from db.words import AccountKind
from pipeline.drafts import StatementDraft
from pipeline.proof.headers import Column, Header
from pipeline.proof.labelled import Fact
from pipeline.proof.lexed import place_of
from pipeline.proof.rows import Row
from pipeline.proof.sheet import Sheet
from pipeline.proof.witness import Convention, Place, Section, Signs, Witness
from pipeline.reading.draft import About, Stretch, calendar_for
from pipeline.reading.identity.institution import institution_of
from pipeline.reading.offer import Cut, offer_witness
from pipeline.reading.orientation import LIABILITIES
from pipeline.reading.steps import Scale, scale_of, signed_balance


def empty_draft(
    sheet: Sheet, headers: Sequence[Header], facts: Sequence[Fact], cut: Cut
) -> StatementDraft | None:
    """What rows without entries say; None if they neither print balances nor say there were none.

    Balances are minor units in the holder's sign, a debt's plain balance negative.
    """
    rows = sheet.rows[cut.start : cut.stop]
    facts = [fact for fact in facts if cut.start <= fact.row < cut.stop]
    headers = [h for h in headers if cut.start <= h.first < cut.stop]
    says_none = _says_none(rows)
    openings = [fact for fact in facts if fact.meaning == "opening"]
    closings = [fact for fact in facts if fact.meaning in ("closing", "balance_on")]
    if not says_none and not (openings and closings):
        return None
    stretch = Stretch(rows, rows, facts, sheet.years, cut)
    about = About(stretch, None, len(stretch.rows))
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    ends = _ends(openings[:1], closings[-1:], kind, headers)
    draft = StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency(calendar.month_first and calendar.certain),
        exponent=ends.scale.exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=ends.opening,
        closing_balance=ends.closing,
        lines=(),
        says_no_lines=says_none,
    )
    if not (openings and closings):
        return draft
    base = -1 if kind in LIABILITIES else 1
    bare = Witness(
        section=Section(cut.above, cut.stop),
        convention=Convention(
            sheet.style, ends.scale.exponent, calendar.month_first, False, Signs.PRINTED, base, base
        ),
        rows=(),
        opening=_place(sheet, openings[0]),
        closing=_place(sheet, closings[-1]),
    )
    return offer_witness(draft, bare, cut.pages)


def _place(sheet: Sheet, fact: Fact) -> Place:
    return place_of(sheet.rows[fact.row], fact.figure.first, fact.figure.last)


@dataclass(frozen=True, slots=True)
class _Ends:
    """The two balances, in minor units of ``scale``."""

    opening: int | None
    closing: int | None
    scale: Scale


def _ends(
    opening: Sequence[Fact],
    closing: Sequence[Fact],
    kind: AccountKind,
    headers: Sequence[Header],
) -> _Ends:
    both = [*opening, *closing]
    scale = scale_of((fact.figure for fact in both), 2)
    values = [signed_balance(fact.figure, _base(fact, kind, headers), scale) for fact in both]
    return _Ends(values[0] if opening else None, values[-1] if closing else None, scale)


def _says_none(rows: Sequence[Row]) -> bool:
    return any(h.group == "labels" and h.meaning == "no_lines" for row in rows for h in row.hits)


def _base(fact: Fact, kind: AccountKind, headers: Sequence[Header]) -> int:
    """The sign of a balance that prints none: a debt is negative, and so is the debit side."""
    sides = _sides(fact, headers)
    return -1 if kind in LIABILITIES or (sides and _over(sides[0], fact)) else 1


def _sides(fact: Fact, headers: Sequence[Header]) -> tuple[Column, Column] | None:
    """The debit and the credit column that a plain balance stands in, for want of its own."""
    above = [header for header in headers if header.last < fact.row]
    if not above or fact.figure.sign or above[-1].having("balance", "amount"):
        return None
    debit, credit = above[-1].having("debit"), above[-1].having("credit")
    return (debit[0], credit[0]) if debit and credit else None


def _over(column: Column, fact: Fact) -> bool:
    return min(column.x1, fact.figure.x1) > max(column.x0, fact.figure.x0)
