"""Balances from sums of whole months, which the database keeps: they cost months, not entries."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    ColumnExpressionArgument,
    ScalarSelect,
    delete,
    extract,
    func,
    insert,
    select,
)
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.models import Account, MonthlyTotal, Statement, Transaction
from db.models.base import SummedUnits
from db.money import MAX_SUM, SumOutOfRange


class TotalsWrong(TieoutError):
    """{count} of the ledger's monthly totals differ from the sum of its entries, so balances are
    wrong: something wrote to the database without its triggers. Run: tieout db recount
    """


def summed(amounts: ColumnExpressionArgument[Any]) -> ColumnElement[int]:
    """The sum of minor units; 0 of nothing."""
    return func.coalesce(func.sum(amounts), 0, type_=SummedUnits)


def moved() -> ScalarSelect[int]:
    """What an `Account`'s entries come to, as a part of a query on accounts."""
    months = select(summed(MonthlyTotal.moved_minor)).where(MonthlyTotal.account_id == Account.id)
    return months.scalar_subquery()


def moved_since(
    first: date | BindParameter[date], until: date | BindParameter[date]
) -> tuple[ScalarSelect[int], ScalarSelect[int]]:
    """The same at the end of ``until``, to be added up: the whole months before ``first``, which is
    the first of its month, and the month's days."""
    months = select(summed(MonthlyTotal.moved_minor)).where(MonthlyTotal.account_id == Account.id)
    days = select(summed(Transaction.amount_minor)).where(
        Transaction.account_id == Account.id, Transaction.booked_on.between(first, until)
    )
    return months.where(MonthlyTotal.month < first).scalar_subquery(), days.scalar_subquery()


def require_addable(session: Session, account_id: int) -> None:
    """To be called after every change to amounts: no one could ask for a balance any more that a
    database cannot add up. Raises ``SumOutOfRange``; then nothing must be committed."""
    months = select(MonthlyTotal.moved_minor).where(MonthlyTotal.account_id == account_id)
    # Half of what fits: the other half is for the opening balance and for the days of a month.
    if sum(map(abs, session.scalars(months))) > MAX_SUM // 2:
        raise SumOutOfRange


def wrong_months(session: Session) -> list[tuple[int, date]]:
    """The account and month of every wrong total. Reads every entry of the ledger."""
    kept = {
        (total.account_id, total.month): (total.entries, total.moved_minor)
        for total in session.scalars(select(MonthlyTotal))
    }
    true = _true_totals(session)
    return sorted(key for key in kept.keys() | true.keys() if kept.get(key) != true.get(key))


def require_true_totals(session: Session) -> None:
    """Raises ``TotalsWrong``. Reads every entry of the ledger."""
    if wrong := wrong_months(session):
        raise TotalsWrong(count=len(wrong))


def recount(session: Session) -> int:
    """Make every total what its entries come to, and give the number that were not."""
    wrong = wrong_months(session)
    if wrong:
        session.execute(delete(MonthlyTotal))
        rows = [
            {"account_id": account, "month": month, "entries": entries, "moved_minor": amount}
            for (account, month), (entries, amount) in _true_totals(session).items()
        ]
        if rows:
            session.execute(insert(MonthlyTotal), rows)
    return len(wrong)


def _true_totals(session: Session) -> dict[tuple[int, date], tuple[int, int]]:
    day = Transaction.booked_on
    year, month = extract("year", day), extract("month", day)
    query = select(
        Transaction.account_id, year, month, func.count(), summed(Transaction.amount_minor)
    ).group_by(Transaction.account_id, year, month)
    return {
        (account, date(int(y), int(m), 1)): (entries, amount)
        for account, y, m, entries, amount in session.execute(query)
    }


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
