"""An account's balance at the ends of some days, and what its statements say it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from db.models import Account, MonthlyTotal, Statement, Transaction
from db.monthly import summed


def balances_on(session: Session, account_id: int, days: Sequence[date]) -> list[int]:
    """The ledger's balance at the end of each day: one query, however many they are."""
    if not days:
        return []
    opening = select(Account.opening_balance_minor).where(Account.id == account_id)
    parts = [
        opening.scalar_subquery()
        + select(summed(MonthlyTotal.moved_minor))
        .where(MonthlyTotal.account_id == account_id, MonthlyTotal.month < day.replace(day=1))
        .scalar_subquery()
        + select(summed(Transaction.amount_minor))
        .where(
            Transaction.account_id == account_id,
            Transaction.booked_on.between(day.replace(day=1), day),
        )
        .scalar_subquery()
        for day in days
    ]
    # PostgreSQL adds whole numbers up to a Decimal.
    return [int(balance) for balance in session.execute(select(*parts)).one()]


def closings(session: Session, account_id: int, limit: int) -> list[tuple[date, int]]:
    """The last day and the closing balance of the account's newest statements, the oldest first."""
    query = (
        select(Statement.period_end, Statement.closing_minor)
        .join(Account, Account.id == Statement.account_id)
        .where(
            Statement.account_id == account_id,
            Statement.period_end.is_not(None),
            Statement.closing_minor.is_not(None),
            Statement.currency.is_(None) | (Statement.currency == Account.currency),
            Statement.stands,
        )
        .order_by(Statement.period_end.desc(), Statement.id.desc())
        .limit(limit)
    )
    rows = session.execute(query)
    return [(day, minor) for day, minor in rows if day is not None and minor is not None][::-1]


def entries_between(session: Session, account_id: int, first: date, last: date) -> int:
    """How many entries the account has in the months of these days and between them."""
    query = select(func.coalesce(func.sum(MonthlyTotal.entries), 0)).where(
        MonthlyTotal.account_id == account_id,
        MonthlyTotal.month.between(first.replace(day=1), last),
    )
    return int(session.execute(query).scalar_one())


def moved_on(session: Session, account_id: int, first: date, last: date) -> list[tuple[date, int]]:
    """What each day's entries come to, of the days that have any."""
    query = (
        select(Transaction.booked_on, summed(Transaction.amount_minor))
        .where(Transaction.account_id == account_id, Transaction.booked_on.between(first, last))
        .group_by(Transaction.booked_on)
        .order_by(Transaction.booked_on)
    )
    return [(day, minor) for day, minor in session.execute(query)]
