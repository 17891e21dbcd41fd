"""A recorded statement as the draft that it was read as, so that it can be proven again."""

from __future__ import annotations

from db.models import Line as LineRow
from db.models import Statement
from pipeline.drafts import Check, CheckState, DraftStatus, Line, StatementDraft, StatementKind
from pipeline.pages.words import Box


def draft_of(row: Statement) -> StatementDraft:
    """The draft with every line, as it was recorded."""
    return StatementDraft(
        institution=row.institution,
        account_name=row.account_name,
        account_mask=row.account_mask,
        kind=StatementKind(row.kind.value),
        currency=row.currency,
        exponent=row.exponent,
        period_start=row.period_start,
        period_end=row.period_end,
        opening_balance=row.opening_minor,
        closing_balance=row.closing_minor,
        status=DraftStatus(row.status.value),
        checks=tuple(
            Check(c["name"], CheckState(c["state"]), c["expected"], c["found"], c["detail"])
            for c in row.checks
        ),
        lines=tuple(_line(line) for line in row.lines),
        says_no_lines=row.says_no_lines,
    )


def _line(row: LineRow) -> Line:
    return Line(
        ordinal=row.ordinal,
        page=row.page,
        bbox=Box(row.x0, row.top, row.x1, row.bottom),
        date=row.booked_on,
        value_date=row.value_on,
        description=row.description,
        amount=row.amount_minor,
        balance=row.balance_minor,
        raw=row.raw,
        method=row.method,
    )
