"""Accounts by name, a page at a time: a ledger may hold thousands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from db.models import Account, MonthlyTotal, Statement


@dataclass(frozen=True, slots=True)
class Known:
    """One account of a page."""

    id: int
    name: str
    mask: str | None


@dataclass(frozen=True, slots=True)
class Beside:
    """What else is told of an account in a list: how many entries it has, and the last day that a
    statement of it covers."""

    entries: int = 0
    last_statement: date | None = None


def accounts_after(
    session: Session,
    after: int | None,
    limit: int,
    holding: str | None = None,
    currency: str | None = None,
) -> list[Known]:
    """The accounts by name that follow the one of the id ``after``; all, or those whose name, bank
    or digits are ``holding`` a text, or those in one currency."""
    query = select(Account.id, Account.name, Account.mask).order_by(Account.name).limit(limit)
    if after is not None:
        last = select(Account.name).where(Account.id == after).scalar_subquery()
        query = query.where(Account.name > last)
    if currency:
        query = query.where(Account.currency == currency)
    if holding:
        columns = (Account.name, Account.institution, Account.mask)
        said = [each.icontains(holding, autoescape=True) for each in columns]
        query = query.where(said[0] | said[1] | said[2])
    return [Known(*row) for row in session.execute(query)]


def beside(session: Session, account_ids: Collection[int]) -> dict[int, Beside]:
    """What else is told of these accounts."""
    counts = (
        select(MonthlyTotal.account_id, func.sum(MonthlyTotal.entries))
        .where(MonthlyTotal.account_id.in_(account_ids))
        .group_by(MonthlyTotal.account_id)
    )
    entries = {account: int(count) for account, count in session.execute(counts)}
    days = (
        select(Statement.account_id, func.max(Statement.period_end))
        .where(Statement.account_id.in_(account_ids))
        .group_by(Statement.account_id)
    )
    last = {row[0]: row[1] for row in session.execute(days)}
    return {each: Beside(entries.get(each, 0), last.get(each)) for each in account_ids}
