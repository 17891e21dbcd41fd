"""Remembers the statements that rest on an entry wherever they are, before the entry changes.

A person may pair a line with an entry of any day, so that its day alone does not tell whom a
change concerns.
"""

from __future__ import annotations

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from db.models import Match, Reconciliation, Resolution, Statement
from db.touched import remember_statement
from db.words import ResolutionOp


def remember_claims(session: Session, account_id: int, entry_id: int) -> None:
    """Add that the statements that are paired with the entry, or that a person paired with it, are
    to be proven again."""
    paired = (
        select(Reconciliation.statement_id)
        .join(Match, Match.reconciliation_id == Reconciliation.id)
        .where(Match.transaction_id == entry_id)
    )
    rows = session.execute(
        select(Statement.account_id, Statement.period_start, Statement.period_end).where(
            or_(
                Statement.id.in_(paired),
                Statement.id.in_(_paired_by_hand(session, account_id, entry_id)),
            )
        )
    )
    for of_account, start, end in rows:
        if of_account is not None and start is not None and end is not None:
            remember_statement(session, of_account, start, end)


def _paired_by_hand(session: Session, account_id: int, entry_id: int) -> list[int | None]:
    query = select(Resolution.statement_id, Resolution.entries).where(
        Resolution.account_id == account_id, Resolution.op == ResolutionOp.PAIR
    )
    return [
        statement
        for statement, entries in session.execute(query)
        if any(each["id"] == entry_id for each in entries)
    ]
