"""The JSON of the one mistake that would explain a statement, within `tieout review IMPORT`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from app.shapes.writing import money
from db.models import Account
from db.money import exponent_of
from pipeline.matching.patterns import PatternKind
from pipeline.review.hints import hints

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Reconciliation


@dataclass(frozen=True, slots=True, kw_only=True)
class HintShape:
    """A suggestion; what is not of its kind is null.

    ``days`` is how much later the ledger has every line, ``amount`` by how much its balances fall
    short, ``opening_balance`` what the account's would then be, ``currency`` the statement's.
    """

    kind: PatternKind
    days: int | None
    amount: Decimal | None
    opening_balance: Decimal | None
    currency: str | None


def hint_shapes(session: Session, row: Reconciliation) -> tuple[HintShape, ...]:
    """What would explain the statement, worked out now."""
    return tuple(
        HintShape(
            kind=each.kind,
            days=each.days,
            amount=_money(session, row, each.amount),
            opening_balance=_money(session, row, each.amount, from_opening=True),
            currency=each.currency,
        )
        for each in hints(session, row)
    )


def _money(
    session: Session, row: Reconciliation, minor: int | None, *, from_opening: bool = False
) -> Decimal | None:
    if minor is None:
        return None
    account = session.get_one(Account, row.statement.account_id)
    since = account.opening_balance_minor if from_opening else 0
    return money(since + minor, exponent_of(account.currency))
