"""Asks the ledger what covers the months of its accounts: a few queries, however many accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Any, TypeVar

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from db.models import Account, Lock, Reconciliation, Statement, Transaction
from db.words import Verdict
from pipeline.proof import KERNEL_VERSION
from pipeline.review.coverage import (
    NEIGHBOURS,
    Covering,
    Life,
    Locked,
    Month,
    beginning,
    joined,
    months,
)

Made = TypeVar("Made")


def coverage(
    session: Session,
    account_ids: Collection[int],
    until: date,
    since: date | None = None,
    through: date | None = None,
) -> dict[int, list[Month]]:
    """Each account's months from ``since`` (its beginning, if None) to that of ``through``.

    What is after ``until`` is expected only as far as a statement reaches; ``through`` is
    ``until`` if None.
    """
    lives = _lives(session, account_ids, since)
    covering = _covering(session, account_ids, since, through)
    locks = _locks(session, account_ids, since)
    return {
        each: months(
            covering[each],
            lives[each],
            since or lives[each].begins or until,
            until,
            locks[each],
            through,
        )
        for each in account_ids
    }


def _covering(
    session: Session, account_ids: Collection[int], since: date | None, through: date | None
) -> Mapping[int, list[Covering]]:
    differs = Reconciliation.verdict == Verdict.DIFFERENCES
    query = (
        select(
            Statement.account_id,
            Statement.id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.verdict,
            # Long, and only these are looked into.
            case((differs, Reconciliation.differences)),
            Statement.kernel_version,
            Statement.opening_minor,
            Statement.closing_minor,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Statement.account_id.in_(account_ids),
            Statement.period_start.is_not(None),
            Statement.period_end.is_not(None),
        )
        .order_by(Statement.period_start, Statement.id)
    )
    if since is not None:
        query = query.where(Statement.period_end >= since.replace(day=1) - NEIGHBOURS)
    if through is not None:
        query = query.where(Statement.period_start < _month_after(through))
    found = _by_account(session.execute(query), _covered)
    return defaultdict(list, {account: joined(each) for account, each in found.items()})


def _covered(row: Row[*tuple[Any, ...]]) -> Covering:
    _, statement, start, end, verdict, differences, kernel, opening, closing = row
    ambiguous = verdict is Verdict.UNPROVEN or any(
        each["kind"] == "ambiguous" for each in differences or ()
    )
    is_earlier = kernel != KERNEL_VERSION
    return Covering(statement, start, end, verdict, ambiguous, is_earlier, opening, closing)


def _locks(
    session: Session, account_ids: Collection[int], since: date | None
) -> Mapping[int, list[Locked]]:
    query = (
        select(Lock.account_id, Lock.id, Lock.period_start, Lock.period_end)
        .where(Lock.account_id.in_(account_ids), Lock.released_at.is_(None))
        .order_by(Lock.period_start, Lock.id)
    )
    if since is not None:
        query = query.where(Lock.period_end >= since.replace(day=1))
    return _by_account(session.execute(query), lambda row: Locked(*row[1:]))


def _by_account(
    rows: Iterable[Row[*tuple[Any, ...]]], made: Callable[[Row[*tuple[Any, ...]]], Made]
) -> Mapping[int, list[Made]]:
    found: dict[int, list[Made]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(made(row))
    return found


def _lives(session: Session, account_ids: Collection[int], since: date | None) -> dict[int, Life]:
    """When each account began and ended, as far as anything says so; if it began before ``since``,
    on any such day."""
    mine = Transaction.account_id == Account.id
    first_entry = select(func.min(Transaction.booked_on)).where(mine).scalar_subquery()
    query = select(Account.id, Account.opened_on, first_entry, Account.closed_on)
    rows = session.execute(query.where(Account.id.in_(account_ids))).all()
    known = {row[0]: beginning(row[1], row[2], None) for row in rows}
    # Statements need only be asked where they may tell otherwise.
    asked = [each for each, day in known.items() if not (day and since and day <= since)]
    stated = _first_stated(session, asked) if asked else {}
    return {
        account_id: Life(beginning(opened, first, stated.get(account_id)), closed)
        for account_id, opened, first, closed in rows
    }


def _first_stated(session: Session, account_ids: Collection[int]) -> dict[int, date]:
    query = (
        select(Statement.account_id, func.min(Statement.period_start))
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.in_(account_ids), Statement.period_end.is_not(None))
        .group_by(Statement.account_id)
    )
    rows = session.execute(query).all()
    return {row[0]: row[1] for row in rows if row[0] is not None and row[1] is not None}


def _month_after(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)
