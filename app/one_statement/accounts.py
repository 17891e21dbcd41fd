"""The accounts of a ledger to choose from, by number and name."""

from __future__ import annotations

from sqlalchemy import Engine, select

from db.models import Account
from db.session import read_only


def accounts_to_choose(engine: Engine) -> list[tuple[int, str]]:
    """Every account's number and name, by name."""
    with read_only(engine) as session:
        query = select(Account.id, Account.name, Account.mask).order_by(Account.name)
        return [
            (row.id, f"{row.name} *{row.mask}" if row.mask else row.name)
            for row in session.execute(query)
        ]
