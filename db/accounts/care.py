"""Corrects what an account says: added, edited, its signs turned. Each gives what was `Done`.

Every function holds the account until the unit of work ends, and the caller then proves again what
hangs on it and keeps what was done (`db.accounts.log.keep`).
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from db.accounts.entries import last_day, said_by_entries
from db.accounts.errors import ClosedTooEarly, CurrencyKept
from db.accounts.facts import AccountEdit, AccountFacts, edited, facts_of, new_account, write_facts
from db.accounts.locks import locks_of, refuse_another_opening, refuse_if_locked
from db.accounts.log import AccountAct, Done
from db.bookkeeping import add_account, hold, touch
from db.models import Transaction


def add(session: Session, wanted: AccountEdit) -> Done:
    """Add an account.

    Raises ``NameBlank``, ``NameTooLong``, ``AccountExists``, ``ClosedBeforeOpened`` and the errors
    of `db.money`.
    """
    account_id = add_account(session, new_account(wanted))
    touch(session, account_id)
    return Done(AccountAct.ADD, account_id, None, facts_of(session, account_id))


def edit(session: Session, account_id: int, wanted: AccountEdit) -> Done:
    """Say otherwise what a person wants said otherwise.

    A lock forbids another opening balance, or a day after its period; entries keep the currency,
    and an account is not closed before its last entry or statement. Raises ``UnknownAccount``,
    ``NameBlank``, ``NameTooLong``, ``AccountExists``, ``AccountLocked``, ``CurrencyKept``,
    ``ClosedBeforeOpened``, ``ClosedTooEarly`` and the errors of `db.money`.
    """
    hold(session, account_id)
    before = facts_of(session, account_id)
    after = edited(before, wanted)
    locks = frozenset(lock.id for lock in locks_of(session, account_id))
    if after != before:
        change(session, before, after)
    after = facts_of(session, account_id)
    return Done(AccountAct.EDIT, account_id, before, after, locks=locks)


def change(session: Session, before: AccountFacts, after: AccountFacts) -> None:
    """Make an account that is held say something else.

    Raises ``AccountExists``, ``AccountLocked``, ``CurrencyKept`` and ``ClosedTooEarly``.
    """
    refuse_another_opening(session, before, after)
    if before.currency != after.currency and _has_entries(session, before.id):
        raise CurrencyKept(name=before.name, currency=before.currency)
    if before.closed_on != after.closed_on:
        _refuse_too_early(session, after)
    touch(session, before.id)
    write_facts(session, after)


def flip_signs(session: Session, account_id: int) -> Done:
    """Turn the sign of every entry and of the opening balance.

    An entry keeps the fingerprint of what it said when it came in: the same file again adds
    nothing. Raises ``UnknownAccount`` and ``AccountLocked``.
    """
    hold(session, account_id)
    before = facts_of(session, account_id)
    refuse_if_locked(session, before)
    turn(session, before)
    said = said_by_entries(session, account_id)
    after = facts_of(session, account_id)
    return Done(
        AccountAct.FLIP_SIGNS, account_id, before, after, entries=len(said), kept={"entries": said}
    )


def turn(session: Session, account: AccountFacts) -> None:
    """Turn every sign of an account that is held and not locked."""
    touch(session, account.id)
    session.execute(
        update(Transaction)
        .where(Transaction.account_id == account.id)
        .values(amount_minor=-Transaction.amount_minor)
    )
    opposite = -account.opening_balance_minor
    write_facts(session, replace(account, opening_balance_minor=opposite))


def _refuse_too_early(session: Session, account: AccountFacts) -> None:
    if account.closed_on is None:
        return
    last = last_day(session, account.id)
    if last and account.closed_on < last:
        raise ClosedTooEarly(name=account.name, last=last, closed=account.closed_on)


def _has_entries(session: Session, account_id: int) -> bool:
    query = select(Transaction.id).where(Transaction.account_id == account_id)
    return session.scalar(query.limit(1)) is not None
