"""The locks that a correction of an account would break, and those that it brought."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.accounts.errors import AccountLocked
from db.accounts.facts import AccountFacts
from db.amending import put_states_back
from db.locks import states_before, unlock
from db.models import Lock


def locks_of(
    session: Session, account_id: int, since: date = date.min, until: date = date.max
) -> list[Lock]:
    """The account's locks that end on ``since`` or later and begin before ``until``, by period."""
    query = select(Lock).where(
        Lock.account_id == account_id,
        Lock.released_at.is_(None),
        Lock.period_end >= since,
        Lock.period_start < until,
    )
    return list(session.scalars(query.order_by(Lock.period_start, Lock.id)))


def refuse_if_locked(
    session: Session, account: AccountFacts, since: date = date.min, until: date = date.max
) -> None:
    """Raises ``AccountLocked`` if one of those locks stands."""
    found = locks_of(session, account.id, since, until)
    if found:
        said = ", ".join(f"{each.id} ({each.period_start}..{each.period_end})" for each in found)
        raise AccountLocked(name=account.name, locks=said, first=found[0].id)


def refuse_another_opening(session: Session, before: AccountFacts, after: AccountFacts) -> None:
    """An opening balance moves every balance; before a later day the ledger tells of none.

    Raises ``AccountLocked`` if a locked period would be of it.
    """
    if _opening(before) != _opening(after):
        refuse_if_locked(session, before)
    if after.opened_on is not None and after.opened_on != before.opened_on:
        refuse_if_locked(session, before, until=after.opened_on)


def release(session: Session, lock_ids: Collection[int], reason: str, actor: str) -> None:
    """Release those of the locks that still hold; their entries are confirmed as far as before."""
    wanted = select(Lock.id).where(Lock.id.in_(lock_ids), Lock.released_at.is_(None))
    for lock_id in session.scalars(wanted.order_by(Lock.id)).all():
        unlock(session, lock_id, reason, actor)
    put_states_back(session, states_before(session, lock_ids))


def _opening(account: AccountFacts) -> tuple[int, str]:
    return account.opening_balance_minor, account.currency
