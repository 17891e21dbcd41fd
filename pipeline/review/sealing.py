"""Seals a statement that is proven: its entries are reconciled and its period is locked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.amending import set_state
from db.locks import lock
from db.models import BalanceAssertion, Match, Reconciliation, Transaction
from db.words import EntryState

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def seal(session: Session, row: Reconciliation, actor: str) -> dict[str, Any]:
    """Mark, assert the closing balance and lock; gives ``{lock, states}``, the states before.

    ``row`` must be of a matched statement, whose account, period and balance are all known.
    """
    statement = row.statement
    account_id, start, end = statement.account_id, statement.period_start, statement.period_end
    closing = statement.closing_minor
    if account_id is None or start is None or end is None or closing is None:
        raise ValueError("a matched statement has an account, a period and a closing balance")
    states = _states(session, row)
    set_state(session, states, EntryState.RECONCILED)
    session.add(
        BalanceAssertion(
            account_id=account_id, day=end, balance_minor=closing, statement_id=statement.id
        )
    )
    lock_id = lock(session, account_id, start, end, actor, row.id)
    return {"lock": lock_id, "states": {str(entry): state for entry, state in states.items()}}


def _states(session: Session, row: Reconciliation) -> dict[int, str]:
    query = select(Transaction.id, Transaction.state).join(
        Match, Match.transaction_id == Transaction.id
    )
    found = session.execute(query.where(Match.reconciliation_id == row.id))
    return {entry: state.value for entry, state in found}
