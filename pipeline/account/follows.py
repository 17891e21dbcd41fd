"""Finds a statement's account by the statement before: its closing is this opening, and a confirmed
layout says what this page looks like."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, select

from db.models import Statement
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.account.one_account import counts
from pipeline.drafts import StatementDraft

_CLOSED_SO: Final = (
    select(Statement.account_id)
    .where(
        Statement.account_id.in_(bindparam("scope", expanding=True)),
        Statement.closing_minor == bindparam("opening"),
        Statement.period_end < bindparam("start"),
        *counts(),
    )
    .distinct()
    .order_by(Statement.account_id)
)


def by_statement_before(draft: StatementDraft, scoped: ScopedLedger) -> Comparison | None:
    """The one account in scope of which a statement closed with this opening, not at zero, if its
    layouts are of this page; the kernel then says what settles it."""
    opening, start = draft.opening_balance, draft.period_start
    if not opening or start is None or not scoped.scope:
        return None
    wanted = {"scope": sorted(scoped.scope), "opening": opening, "start": start}
    with scoped.sessions() as session:
        found = [each for each in session.scalars(_CLOSED_SO, wanted) if each is not None]
    told = [each for each in (scoped.compare(draft, one) for one in found) if each is not None]
    told = [each for each in told if each.draft.proof and each.draft.proof.matching]
    return told[0] if len(told) == 1 else None
