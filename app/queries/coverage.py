"""Every account's months, as the statements cover them."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Engine, select

from app.shapes.decisions import MonthShape, month_shape
from db.ledger import accounts
from db.models import Account
from db.session import read_only
from pipeline.review.covered import coverage


def all_months(engine: Engine, until: date, since: date | None) -> list[MonthShape]:
    """Every account's months up to that of ``until``."""
    with read_only(engine) as session:
        found = accounts(session)
        months = coverage(session, [account.id for account in found], until, since)
        return [month_shape(account, month) for account in found for month in months[account.id]]


def months_of_some(
    engine: Engine, until: date, since: date, after: int, limit: int
) -> tuple[list[MonthShape], int | None]:
    """The same of the ``limit`` accounts whose number is above ``after``; and the number of the
    last of them, None if no account follows.
    """
    with read_only(engine) as session:
        query = select(Account.id).where(Account.id > after).order_by(Account.id)
        ids = list(session.scalars(query.limit(limit + 1)))
        found = accounts(session, scope=ids[:limit])
        months = coverage(session, ids[:limit], until, since)
    shapes = [month_shape(account, month) for account in found for month in months[account.id]]
    return shapes, ids[limit - 1] if len(ids) > limit else None
