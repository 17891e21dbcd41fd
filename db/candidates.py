"""Entries of an account that no line of a statement is paired with, by how near they are."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import exists, func, select

from db.models import Match, Transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy.orm import Session

#: An entry further away is hardly meant.
_DAYS: Final = timedelta(days=31)


def unpaired_near(
    session: Session,
    account_id: int,
    amount: int,
    day: date,
    *,
    but: Collection[int],
    limit: int,
) -> Sequence[Transaction]:
    """The unpaired entries within a month whose amounts are nearest to this one."""
    query = (
        select(Transaction)
        .where(
            Transaction.account_id == account_id,
            Transaction.booked_on.between(day - _DAYS, day + _DAYS),
            Transaction.id.not_in(but),
            ~exists().where(Match.transaction_id == Transaction.id),
        )
        .order_by(func.abs(Transaction.amount_minor - amount), Transaction.id)
        .limit(limit)
    )
    return session.scalars(query).all()
