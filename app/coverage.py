"""Every account's months, as the statements cover them."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Engine

from app.shapes.decisions import MonthShape, month_shape
from db.ledger import accounts
from db.session import read_only
from pipeline.review.coverage import coverage


def all_months(engine: Engine, until: date, since: date | None) -> list[MonthShape]:
    """Every account's months up to that of ``until``."""
    with read_only(engine) as session:
        return [
            month_shape(account, month)
            for account in accounts(session)
            for month in coverage(session, account.id, until, since)
        ]
