"""Asks the ledger what covers the months of its accounts: a few queries, however many accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from db.models import Account, Lock, Reconciliation, Statement, Transaction
from db.words import Verdict
from pipeline.proof.page import KERNEL_VERSION
from pipeline.review.coverage import Covering, Locked, Month, months

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
    begins = _beginnings(session, account_ids)
    covering = _covering(session, account_ids, since)
    locks = _locks(session, account_ids, since)
    return {
        each: months(
            covering[each],
            begins.get(each),
            since or begins.get(each) or until,
            until,
            locks[each],
            through,
        )
        for each in account_ids
    }


def _covering(
    session: Session, account_ids: Collection[int], since: date | None
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
        query = query.where(Statement.period_end >= since.replace(day=1))
    return _by_account(session.execute(query), _covered)


def _covered(row: Row[*tuple[Any, ...]]) -> Covering:
    _, statement, start, end, verdict, differences, kernel = row
    ambiguous = verdict is Verdict.UNPROVEN or any(
        each["kind"] == "ambiguous" for each in differences or ()
    )
    return Covering(statement, start, end, verdict, ambiguous, earlier=kernel != KERNEL_VERSION)


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


def _beginnings(session: Session, account_ids: Collection[int]) -> dict[int, date]:
    """The day on which each account began, as far as anything says so."""
    mine = Transaction.account_id == Account.id
    first_entry = select(func.min(Transaction.booked_on)).where(mine).scalar_subquery()
    first_statement = (
        select(func.min(Statement.period_start))
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id == Account.id, Statement.period_end.is_not(None))
        .scalar_subquery()
    )
    said = func.coalesce(Account.opened_on, first_entry)
    query = select(Account.id, said, first_statement).where(Account.id.in_(account_ids))
    found: dict[int, date] = {}
    for account, opened, stated in session.execute(query):
        if days := [day for day in (opened, stated) if day is not None]:
            found[account] = min(days)
    return found
