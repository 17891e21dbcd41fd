"""Seals a statement that is proven: its entries are reconciled and its period is locked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from db.amending import set_state
from db.locks import WouldBreakLock, lock, locks_of
from db.models import BalanceAssertion, Match, Reconciliation, Statement, Transaction
from db.words import EntryState

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def seal(session: Session, row: Reconciliation, actor: str, *, again: bool) -> list[int]:
    """Mark, assert the closing balance and lock; the new lock's id, or none if it is locked.

    A period that a person unlocked stays open unless it ties out ``again``. ``row`` must be of a
    matched statement, whose account, period and balance are all known.
    """
    known = locks_of(session, row.id)
    if any(each.released_at is None for each in known) or (known and not again):
        return []
    statement = row.statement
    account_id, start, end = statement.account_id, statement.period_start, statement.period_end
    if account_id is None or start is None or end is None:
        raise ValueError("a matched statement has an account and a period")
    states = _states(session, row)
    set_state(session, states, EntryState.RECONCILED)
    _assert_balance(session, statement)
    said = {str(entry): state for entry, state in states.items()}
    return [lock(session, account_id, start, end, actor, row.id, states=said)]


def refuse_broken(session: Session, row: Reconciliation) -> None:
    """Raises ``WouldBreakLock`` if the statement's period is locked."""
    for each in locks_of(session, row.id):
        if each.released_at is None:
            raise WouldBreakLock(
                start=each.period_start,
                end=each.period_end,
                lock_id=each.id,
                account_id=each.account_id,
            )


def _assert_balance(session: Session, statement: Statement) -> None:
    there = select(BalanceAssertion.id).where(BalanceAssertion.statement_id == statement.id)
    if session.scalar(there.limit(1)) is None:
        session.add(
            BalanceAssertion(
                account_id=statement.account_id,
                day=statement.period_end,
                balance_minor=statement.closing_minor,
                statement_id=statement.id,
            )
        )


def _states(session: Session, row: Reconciliation) -> dict[int, str]:
    query = select(Transaction.id, Transaction.state).join(
        Match, Match.transaction_id == Transaction.id
    )
    found = session.execute(query.where(Match.reconciliation_id == row.id))
    return {entry: state.value for entry, state in found}
