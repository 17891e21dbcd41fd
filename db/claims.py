"""Remembers the statements that rest on an entry wherever they are, before the entry changes.

A person may pair a line with an entry of any day, so that its day alone does not tell whom a
change concerns.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from db.batches import batches
from db.models import Match, Reconciliation, Resolution, Statement
from db.touched import remember_statement
from db.words import ResolutionOp


def remember_claims(session: Session, account_id: int, *entries: int) -> None:
    """Add that the statements that are paired with these entries of the account, or that a person
    paired with them, are to be proven again."""
    by_hand = _paired_by_hand(session, account_id, set(entries))
    for some in batches(entries):
        paired = (
            select(Reconciliation.statement_id)
            .join(Match, Match.reconciliation_id == Reconciliation.id)
            .where(Match.transaction_id.in_(some))
        )
        _remember(session, Statement.id.in_(paired))
    _remember(session, Statement.id.in_(by_hand))


def _remember(session: Session, those: ColumnElement[bool]) -> None:
    query = select(Statement.account_id, Statement.period_start, Statement.period_end)
    for of_account, start, end in session.execute(query.where(those)):
        if of_account is not None and start is not None and end is not None:
            remember_statement(session, of_account, start, end)


def _paired_by_hand(session: Session, account_id: int, wanted: Collection[int]) -> list[int | None]:
    query = select(Resolution.statement_id, Resolution.entries).where(
        Resolution.account_id == account_id, Resolution.op == ResolutionOp.PAIR
    )
    return [
        statement
        for statement, entries in session.execute(query)
        if any(each["id"] in wanted for each in entries)
    ]
