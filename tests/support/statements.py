"""Statements and ledger entries built by hand, so that a test reads as an example."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.drafts import Check, CheckState, DraftStatus, Line, StatementDraft, StatementKind
from pipeline.pages.words import Box


def day(number: int, month: int = 6) -> datetime.date:
    """A day of June 2026, or of another month."""
    return datetime.date(2026, month, number)


@dataclass(frozen=True, slots=True)
class Entry:
    """A ledger entry as matching sees one."""

    id: int
    booked_on: datetime.date
    amount_minor: int
    description: str


def line(
    ordinal: int,
    number: int,
    amount: int,
    description: str = "Coffee",
    *,
    month: int = 6,
    balance: int | None = None,
) -> Line:
    """One row whose raw text holds its own figures, as a reader would leave it."""
    date = day(number, month)
    printed = [f"{date:%d.%m.%Y}", description, _figure(amount)]
    if balance is not None:
        printed.append(_figure(balance))
    top = 100.0 + 12 * ordinal
    return Line(
        ordinal=ordinal,
        page=1,
        bbox=Box(50.0, top, 500.0, top + 10),
        date=date,
        value_date=None,
        description=description,
        amount=amount,
        balance=balance,
        raw=" ".join(printed),
    )


def _figure(minor: int) -> str:
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100:,}.{abs(minor) % 100:02d}"


def draft(
    lines: Sequence[Line] = (),
    *,
    opening: int | None = 100_000,
    closing: int | None = None,
    currency: str | None = "EUR",
    mask: str | None = "1234",
    start: datetime.date | None = datetime.date(2026, 6, 1),
    end: datetime.date | None = datetime.date(2026, 6, 30),
    status: DraftStatus = DraftStatus.PROVEN,
    says_no_lines: bool = False,
) -> StatementDraft:
    """A statement of June 2026 whose closing balance follows from its lines unless given."""
    if closing is None and opening is not None:
        closing = opening + sum(row.amount for row in lines)
    return StatementDraft(
        institution="Northgate Bank",
        account_name="Current account",
        account_mask=mask,
        kind=StatementKind.CHECKING,
        currency=currency,
        exponent=2,
        period_start=start,
        period_end=end,
        opening_balance=opening,
        closing_balance=closing,
        status=status,
        checks=(Check("hidden_text", CheckState.PASSED, "0", "0"),),
        lines=tuple(lines),
        says_no_lines=says_no_lines,
    )
