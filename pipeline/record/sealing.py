"""Seals a statement that ties out: its entries are reconciled and its period is locked.

A lock that came by itself follows from the documents and the ledger like everything else: where
another document turns out to have its entries, it goes. One that a decision brought stays, and is
listed as a discrepancy.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, delete, select

from db.amending import put_states_back, set_state
from db.audit import log
from db.locks import WouldBreakLock, lock, locked_by, locks_of, states_before, unlock
from db.models import BalanceAssertion, Lock, Match, Reconciliation, Statement, Transaction
from db.words import EntryState
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.ledger import MANDATORY, MUST_NOT_FAIL

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


#: Who locks what ties out without a person's decision.
MACHINE: Final = "tieout"
#: What another statement says of the balance between the two is a discrepancy for a person, and no
#: reason to open a period that agrees with the ledger, nor to leave it open.
_OF_ANOTHER: Final = "follows_previous_statement"
_TAKEN: Final = "another document has entries that it was paired with"
_ASSERTED: Final = (
    select(BalanceAssertion.id)
    .where(BalanceAssertion.statement_id == bindparam("statement_id"))
    .limit(1)
)
_PAIRED: Final = (
    select(Transaction.id, Transaction.state)
    .join(Match, Match.transaction_id == Transaction.id)
    .where(Match.reconciliation_id == bindparam("reconciliation_id"))
)


def ties_out(checks: Collection[Check]) -> bool:
    """Whether these checks of a statement say that it and the ledger agree."""
    states = {check.name: check.state for check in checks if check.name != _OF_ANOTHER}
    return all(states.get(name) is CheckState.PASSED for name in MANDATORY) and all(
        states.get(name) is not CheckState.FAILED for name in MUST_NOT_FAIL
    )


def release_own(session: Session, row: Reconciliation, why: str = _TAKEN) -> list[int]:
    """Release the locks on a statement that came by themselves, for it does not tie out any more;
    the released locks' ids."""
    held = [each.id for each in locks_of(session, row.id) if each.released_at is None]
    own = [each for each in held if locked_by(session, each) == MACHINE]
    for each in own:
        unlock(session, each, why, MACHINE)
    if own:
        before = states_before(session, own)
        marked = _marked_by_others(session, row, before)
        put_states_back(session, {n: state for n, state in before.items() if n not in marked})
        session.execute(
            delete(BalanceAssertion).where(BalanceAssertion.statement_id == row.statement_id)
        )
    return own


def _marked_by_others(
    session: Session, row: Reconciliation, entries: Collection[int]
) -> Collection[int]:
    """Those that another locked statement has."""
    query = (
        select(Match.transaction_id)
        .join(Lock, Lock.reconciliation_id == Match.reconciliation_id)
        .where(
            Match.transaction_id.in_(entries),
            Match.reconciliation_id != row.id,
            Lock.released_at.is_(None),
        )
    )
    return set(session.scalars(query))


def seal(session: Session, row: Reconciliation, actor: str, *, again: bool) -> list[int]:
    """Mark, assert the closing balance and lock; the new lock's id, or none if it is locked.

    A period that a person unlocked stays open unless it ties out ``again``. ``row`` must be of a
    statement that ties out, whose account, period and balance are all known.
    """
    known = locks_of(session, row.id)
    held = [each.id for each in known if each.released_at is None]
    if held:
        _mark_again(session, row, held, actor)
    if held or (known and not again):
        return []
    statement = row.statement
    account_id, start, end = statement.account_id, statement.period_start, statement.period_end
    if account_id is None or start is None or end is None:
        raise ValueError("what ties out has an account and a period")
    states = _states(session, row)
    set_state(session, states, EntryState.RECONCILED)
    _assert_balance(session, statement)
    said = {str(entry): state for entry, state in states.items()}
    return [lock(session, account_id, start, end, actor, row.id, states=said)]


def _mark_again(session: Session, row: Reconciliation, held: list[int], actor: str) -> None:
    """Of a locked statement whose pairs changed: mark the entries that it has now, and put those
    back that it has no more and no other one has."""
    states, before = _states(session, row), states_before(session, held)
    fresh = {str(n): state for n, state in states.items() if state != EntryState.RECONCILED}
    set_state(session, map(int, fresh), EntryState.RECONCILED)
    left = before.keys() - states.keys()
    paired = select(Match.transaction_id).where(Match.transaction_id.in_(left))
    gone = left - set(session.scalars(paired))
    put_states_back(session, {n: before[n] for n in gone})
    if fresh:
        log(session, actor, "reconcile", f"locks:{held[0]}", after={"states": fresh})


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
    if session.scalar(_ASSERTED, {"statement_id": statement.id}) is None:
        session.add(
            BalanceAssertion(
                account_id=statement.account_id,
                day=statement.period_end,
                balance_minor=statement.closing_minor,
                statement_id=statement.id,
            )
        )


def _states(session: Session, row: Reconciliation) -> dict[int, str]:
    found = session.execute(_PAIRED, {"reconciliation_id": row.id})
    return {entry: state.value for entry, state in found}
