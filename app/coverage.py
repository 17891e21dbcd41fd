"""Every account's months, as the statements cover them."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Engine

from app.shapes.decisions import MonthShape, month_shape
from db.ledger import accounts
from db.session import read_only
from pipeline.review.covered import coverage


def all_months(engine: Engine, until: date, since: date | None) -> list[MonthShape]:
    """Every account's months up to that of ``until``."""
    with read_only(engine) as session:
        found = accounts(session)
        months = coverage(session, [account.id for account in found], until, since)
        return [month_shape(account, month) for account in found for month in months[account.id]]
