"""Corrects what an account says, and takes the last correction back: exactly, or not at all."""

from dataclasses import fields, replace
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from db.accounts.facts import (
    AccountEdit,
    AccountFacts,
    ChangedSince,
    ClosedTooEarly,
    CurrencyKept,
    edited,
    facts_of,
    new_account,
    write_facts,
)
from db.accounts.log import (
    AccountAct,
    Done,
    LoggedAct,
    last_act,
    locks_of,
    refuse_another_opening,
    refuse_if_locked,
    release,
)
from db.accounts.merge import changed_entries, last_day, part, said_by_entries
from db.ledger.bookkeeping import add_account, hold, touch
from db.models import (
    Account,
    AccountLink,
    BalanceAssertion,
    Discrepancy,
    Lock,
    Resolution,
    SourceRow,
    Statement,
    Transaction,
)
from db.words import Origin

_ORIGINS: Final = (Transaction.id, Transaction.origin)


def add(session: Session, wanted: AccountEdit) -> Done:
    """Add an account. Raises ``NameBlank``, ``NameTooLong``, ``AccountExists``,
    ``ClosedBeforeOpened`` and the errors of `db.money`."""
    account_id = add_account(session, new_account(wanted))
    touch(session, account_id)
    return Done(AccountAct.ADD, account_id, None, facts_of(session, account_id))


def edit(session: Session, account_id: int, wanted: AccountEdit) -> Done:
    """Say otherwise what a person wants said otherwise.

    A lock forbids another opening balance, or a day after its period; entries keep the currency,
    and an account is not closed before its last entry or statement. An opening balance that is said
    once there is a statement may be the statement's, and is no second witness of it. Raises
    ``UnknownAccount``, ``NameBlank``, ``NameTooLong``, ``AccountExists``, ``AccountLocked``,
    ``CurrencyKept``, ``ClosedBeforeOpened``, ``ClosedTooEarly`` and the errors of `db.money`.
    """
    hold(session, account_id)
    before = facts_of(session, account_id)
    after = edited(before, wanted)
    other = after.opening_balance_minor != before.opening_balance_minor
    if other and _has_statements(session, account_id):
        after = replace(after, opening_origin=Origin.READING)
    locks = frozenset(lock.id for lock in locks_of(session, account_id))
    if after != before:
        change(session, before, after)
    after = facts_of(session, account_id)
    return Done(AccountAct.EDIT, account_id, before, after, locks=locks)


def change(session: Session, before: AccountFacts, after: AccountFacts) -> None:
    """Make an account that is held say something else. Raises ``AccountExists``, ``AccountLocked``,
    ``CurrencyKept`` and ``ClosedTooEarly``."""
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
    nothing. Where there is a statement, it is what tells which way the signs are: they are no
    second witness of it then. Raises ``UnknownAccount`` and ``AccountLocked``.
    """
    hold(session, account_id)
    before = facts_of(session, account_id)
    refuse_if_locked(session, before)
    turn(session, before)
    said, origins = said_by_entries(session, account_id), {}
    if _has_statements(session, account_id):
        mine = Transaction.account_id == account_id
        origins = {str(n): o.value for n, o in session.execute(select(*_ORIGINS).where(mine))}
        session.execute(update(Transaction).where(mine).values(origin=Origin.READING))
        _settled_by_reading(session, account_id, settled=True)
        now = facts_of(session, account_id)
        write_facts(session, replace(now, opening_origin=Origin.READING))
    after = facts_of(session, account_id)
    kept = {"entries": said, "origins": origins}
    return Done(AccountAct.FLIP_SIGNS, account_id, before, after, entries=len(said), kept=kept)


def turn(session: Session, account: AccountFacts) -> None:
    """Turn every sign of an account that is held and not locked."""
    touch(session, account.id)
    session.execute(
        update(Transaction)
        .where(Transaction.account_id == account.id)
        .values(amount_minor=-Transaction.amount_minor)
    )
    # What sources say of the account is turned from now on, and what they said before too.
    mine = AccountLink.account_id == account.id
    links = session.scalars(select(AccountLink).where(mine)).all()
    for link in links:
        link.flipped, link.opening_minor = not link.flipped, -link.opening_minor
        session.execute(
            update(SourceRow)
            .where(SourceRow.source_id == link.source_id, SourceRow.key == link.key)
            .values(amount_minor=-SourceRow.amount_minor)
        )
    opposite = -account.opening_balance_minor
    write_facts(session, replace(account, opening_balance_minor=opposite))


def _settled_by_reading(session: Session, account_id: int, *, settled: bool) -> None:
    """Say whether what comes from the account's sources later is a second witness."""
    links = update(AccountLink).where(AccountLink.account_id == account_id)
    session.execute(links.values(read=settled))


def _refuse_too_early(session: Session, account: AccountFacts) -> None:
    if account.closed_on is None:
        return
    last = last_day(session, account.id)
    if last and account.closed_on < last:
        raise ClosedTooEarly(name=account.name, last=last, closed=account.closed_on)


def _has_statements(session: Session, account_id: int) -> bool:
    query = select(Statement.id).where(Statement.account_id == account_id)
    return session.scalar(query.limit(1)) is not None


def _has_entries(session: Session, account_id: int) -> bool:
    query = select(Transaction.id).where(Transaction.account_id == account_id)
    return session.scalar(query.limit(1)) is not None


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


def _take_back(session: Session, now: AccountFacts, last: LoggedAct) -> AccountFacts | None:
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
            # Turn every sign again of an account that is held and not locked, and give its entries
            # these origins again.
            origins = last.kept.get("origins", {})
            turn(session, before)
            if origins:
                _settled_by_reading(session, before.id, settled=False)
            rows = [{"id": int(entry), "origin": Origin(said)} for entry, said in origins.items()]
            if rows:
                session.execute(update(Transaction), rows)
        case _:
            assert last.before is not None
            change(session, now, last.before)
    return None


def _changes(session: Session, now: AccountFacts, last: LoggedAct) -> list[str]:
    found = [
        f"{field.name.removesuffix('_minor').replace('_', ' ')} is another"
        for field in fields(now)
        if getattr(now, field.name) != getattr(last.after, field.name)
    ]
    if last.act is AccountAct.ADD and any(
        session.scalar(select(table.id).where(table.account_id == now.id).limit(1))
        for table in _HANGING
    ):
        found.append("it is in use")
    if "entries" in last.kept:
        found += filter(None, [_changed_entries(session, now.id, last)])
    return found


def _changed_entries(session: Session, account_id: int, last: LoggedAct) -> str:
    was, there = last.kept["entries"], said_by_entries(session, account_id)
    if last.act is AccountAct.MERGE:
        # What else is in the account now stays there.
        there = {entry: said for entry, said in there.items() if entry in was}
    return changed_entries(was, there)
