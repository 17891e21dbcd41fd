"""A statement without rows: proven if the page says so, and which way its balance goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from db.money import to_decimal_string
from pipeline.drafts import Check, CheckState, DraftStatus, StatementDraft, StatementKind
from pipeline.reading.document import Sheet
from pipeline.reading.draft import About, Stretch, calendar_for
from pipeline.reading.facts import Fact
from pipeline.reading.headers import Column, Header
from pipeline.reading.identity.institution import institution_of
from pipeline.reading.orientation import LIABILITIES
from pipeline.reading.rows import Row
from pipeline.reading.steps import Scale, signed_balance

_OWED_OR_OTHER = LIABILITIES | {StatementKind.OTHER}


def empty_draft(
    sheet: Sheet, headers: Sequence[Header], facts: Sequence[Fact]
) -> StatementDraft | None:
    """What a page without rows says; None if it neither prints balances nor says there were none.

    Balances are minor units in the holder's sign, a debt's plain balance negative.
    """
    says_none = _says_none(sheet.rows)
    openings = [fact for fact in facts if fact.meaning == "opening"]
    closings = [fact for fact in facts if fact.meaning in ("closing", "balance_on")]
    if not says_none and not (openings and closings):
        return None
    stretch = Stretch(sheet.rows, sheet.rows, facts, sheet.years)
    about = About(stretch, None, len(stretch.rows))
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    ends = _ends(openings[:1], closings[-1:], kind, headers)
    checks = _checks(ends, facts, _nothing(sheet.rows, says_none=says_none))
    proven = all(check.state is CheckState.PASSED for check in checks)
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency(calendar.month_first and calendar.told),
        exponent=ends.scale.exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=ends.opening,
        closing_balance=ends.closing,
        status=DraftStatus.PROVEN if proven else DraftStatus.UNPROVEN,
        checks=checks,
        lines=(),
        says_no_lines=says_none,
    )


@dataclass(frozen=True, slots=True)
class _Ends:
    """The two balances; ``told`` if the page says which way they go."""

    opening: int | None
    closing: int | None
    told: bool
    scale: Scale


def _ends(
    opening: Sequence[Fact],
    closing: Sequence[Fact],
    kind: StatementKind,
    headers: Sequence[Header],
) -> _Ends:
    both = [*opening, *closing]
    scale = Scale(max((fact.figure.decimals for fact in both), default=2))
    values = [signed_balance(fact.figure, _base(fact, kind, headers), scale) for fact in both]
    told = all(fact.figure.value == 0 or _is_told(fact, kind, headers) for fact in both)
    return _Ends(
        values[0] if opening else None, values[-1] if closing else None, told and bool(both), scale
    )


def _checks(ends: _Ends, facts: Sequence[Fact], nothing: Check) -> tuple[Check, ...]:
    same = ends.opening is not None and ends.opening == ends.closing
    closings = {ends.scale.minor(fact.figure) for fact in facts if fact.meaning == "closing"}
    return (
        _printed("opening_printed", ends.opening, ends.scale, lone=True),
        _printed("closing_printed", ends.closing, ends.scale, lone=len(closings) < 2),
        _check("opening_plus_lines", same),
        _check("orientation", ends.told, "" if ends.told else "which way is out is a guess"),
        nothing,
    )


def _says_none(rows: Sequence[Row]) -> bool:
    return any(h.group == "labels" and h.meaning == "no_lines" for row in rows for h in row.hits)


def _base(fact: Fact, kind: StatementKind, headers: Sequence[Header]) -> int:
    """The sign of a balance that prints none: a debt is negative, and so is the debit side."""
    sides = _sides(fact, headers)
    return -1 if kind in LIABILITIES or (sides and _over(sides[0], fact)) else 1


def _is_told(fact: Fact, kind: StatementKind, headers: Sequence[Header]) -> bool:
    """Whether the page says which way this balance goes; a debt's habit is no evidence."""
    if fact.figure.mark:
        return True
    if kind in _OWED_OR_OTHER:
        return False
    sides = _sides(fact, headers)
    return not sides or (_over(sides[1], fact) and not _over(sides[0], fact))


def _sides(fact: Fact, headers: Sequence[Header]) -> tuple[Column, Column] | None:
    """The debit and the credit column that a plain balance stands in, for want of its own."""
    above = [header for header in headers if header.last < fact.row]
    if not above or fact.figure.sign or above[-1].having("balance", "amount"):
        return None
    debit, credit = above[-1].having("debit"), above[-1].having("credit")
    return (debit[0], credit[0]) if debit and credit else None


def _over(column: Column, fact: Fact) -> bool:
    return min(column.x1, fact.figure.x1) > max(column.x0, fact.figure.x0)


def _check(name: str, passed: bool, detail: str = "") -> Check:
    return Check(name, CheckState.PASSED if passed else CheckState.UNAVAILABLE, detail=detail)


def _printed(name: str, value: int | None, scale: Scale, *, lone: bool) -> Check:
    if value is None:
        return Check(name, CheckState.UNAVAILABLE)
    found = to_decimal_string(value, scale.exponent)
    if not lone:
        return Check(name, CheckState.FAILED, None, found, "another closing balance is printed")
    return Check(name, CheckState.PASSED, None, found)


def _nothing(rows: Sequence[Row], *, says_none: bool) -> Check:
    """That the page says there were no rows, and that none of its rows looks like one."""
    dated = any(row.looks_like_entry and not row.has_label for row in rows)
    if says_none and dated:
        return Check("says_no_lines", CheckState.FAILED, detail="a row has a date and a figure")
    return Check("says_no_lines", CheckState.PASSED if says_none else CheckState.FAILED)
