"""An account's balance over time: what the ledger says, and what its statements say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from sqlalchemy import Engine

from db import ledger
from db.balance_days import balances_on, closings
from db.ledger import UnknownAccount
from db.money import exponent_of, to_decimal
from db.session import read_only

#: Two years of months, and so many statements at most.
MONTHS: Final = 24
_STATEMENTS: Final = 36
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BalancePoint:
    """The end of a day; ``page`` is what a statement says of it, None where none ends there."""

    day: date
    ledger: Decimal
    page: Decimal | None

    @property
    def difference(self) -> Decimal | None:
        """How much more the statement says than the ledger."""
        return None if self.page is None else self.page - self.ledger


def balance_history(engine: Engine, account_id: int) -> list[BalancePoint]:
    """The ends of months, and of statements, of the account's last two years with any of either.

    Raises ``UnknownAccount``.
    """
    with read_only(engine) as session:
        views = ledger.accounts(session, scope=[account_id])
        if not views:
            raise UnknownAccount(account_id=account_id)
        said = dict(closings(session, account_id, _STATEMENTS))
        known = [day for day in (views[0].first_entry, views[0].last_entry, *said) if day]
        days = _days(min(known), max(known), sorted(said)) if known else []
        balances = balances_on(session, account_id, days)
    exponent = exponent_of(views[0].currency)
    return [
        BalancePoint(
            day,
            to_decimal(balance, exponent),
            to_decimal(said[day], exponent) if day in said else None,
        )
        for day, balance in zip(days, balances, strict=True)
    ]


def _days(first: date, last: date, said: list[date]) -> list[date]:
    """The ends of the last months up to the last day, and what statements say of the same time."""
    ends = [last]
    day = last.replace(day=1)
    while len(ends) < MONTHS and day > first:
        ends.append(day - _A_DAY)
        day = (day - _A_DAY).replace(day=1)
    return sorted({*ends, *(each for each in said if each >= ends[-1])})
