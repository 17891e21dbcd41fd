"""Takes the last change of an account back: exactly, or not at all."""

from __future__ import annotations

from dataclasses import fields, replace

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from db.accounts.care import change, turn_back
from db.accounts.entries import changed_entries, said_by_entries
from db.accounts.errors import ChangedSince
from db.accounts.facts import AccountFacts, facts_of
from db.accounts.locks import locks_of, refuse_if_locked, release
from db.accounts.log import AccountAct, Done, Kept, last_act
from db.accounts.merge import part
from db.bookkeeping import hold
from db.models import (
    Account,
    BalanceAssertion,
    Discrepancy,
    Lock,
    Resolution,
    Statement,
    Transaction,
)

_HANGING = (Transaction, Statement, BalanceAssertion, Lock, Resolution, Discrepancy)


def undo(session: Session, account_id: int, actor: str) -> Done:
    """Take back the newest change that was not taken back, and the locks that came of it.

    Raises ``UnknownAccount``, ``NoChangeToUndo``, ``ChangedSince``, ``AccountLocked``,
    ``ClosedTooEarly`` and, where its name was given away, ``AccountExists``.
    """
    hold(session, account_id)
    now = facts_of(session, account_id)
    last = last_act(session, now)
    if what := "; ".join(_changes(session, now, last)):
        raise ChangedSince(name=now.name, action=last.act.replace("_", "-"), what=what)
    release(session, last.locks, "account undo", actor)
    locks = frozenset(lock.id for lock in locks_of(session, account_id))
    other = _take_back(session, now, last)
    return Done(
        AccountAct.UNDO,
        account_id,
        now,
        None if last.act is AccountAct.ADD else facts_of(session, account_id),
        other=other,
        entries=len(last.kept.get("entries", ())),
        statements=len(last.kept.get("statements", ())),
        locks=locks,
        undoes=last.id,
        undone=last.act,
    )


def _take_back(session: Session, now: AccountFacts, last: Kept) -> AccountFacts | None:
    """The account that is there again, if one is."""
    match last.act:
        case AccountAct.ADD:
            session.execute(delete(Account).where(Account.id == now.id))
        case AccountAct.MERGE:
            return part(session, now, last)
        case AccountAct.FLIP_SIGNS:
            refuse_if_locked(session, now)
            assert last.before is not None
            before = replace(now, opening_origin=last.before.opening_origin)
            turn_back(session, before, last.kept.get("origins", {}))
        case _:
            assert last.before is not None
            change(session, now, last.before)
    return None


def _changes(session: Session, now: AccountFacts, last: Kept) -> list[str]:
    """What is not any more as the act left it, in words."""
    found = [
        f"{field.name.removesuffix('_minor').replace('_', ' ')} is another"
        for field in fields(now)
        if getattr(now, field.name) != getattr(last.after, field.name)
    ]
    if last.act is AccountAct.ADD and _in_use(session, now.id):
        found.append("it is in use")
    if "entries" in last.kept:
        found += filter(None, [_changed_entries(session, now.id, last)])
    return found


def _changed_entries(session: Session, account_id: int, last: Kept) -> str:
    was, there = last.kept["entries"], said_by_entries(session, account_id)
    if last.act is AccountAct.MERGE:
        # What else is in the account now stays there.
        there = {entry: said for entry, said in there.items() if entry in was}
    return changed_entries(was, there)


def _in_use(session: Session, account_id: int) -> bool:
    return any(
        session.scalar(select(table.id).where(table.account_id == account_id).limit(1))
        for table in _HANGING
    )
