"""An account's balance over time: what the ledger says, and what its statements say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db import ledger
from db.balance_days import balances_on, closings, entries_between, moved_on
from db.ledger import UnknownAccount
from db.money import exponent_of, to_decimal
from db.session import read_only

#: Two years of months, and so many statements at most.
MONTHS: Final = 24
_STATEMENTS: Final = 36
#: Of an account with more entries than that in two years only the ends of months are added up.
_MOST_ENTRIES: Final = 20_000
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


@dataclass(frozen=True, slots=True)
class BalanceHistory:
    """``points`` are the ends of months and of statements; ``course`` is the ledger's balance on
    every day that changed it, or at these points where that would be too much."""

    points: tuple[BalancePoint, ...]
    course: tuple[tuple[date, Decimal], ...]


def balance_history(engine: Engine, account_id: int) -> BalanceHistory:
    """The account's last two years with any entry or statement. Raises ``UnknownAccount``."""
    with read_only(engine) as session:
        views = ledger.accounts(session, scope=[account_id])
        if not views:
            raise UnknownAccount(account_id=account_id)
        said = dict(closings(session, account_id, _STATEMENTS))
        known = [day for day in (views[0].first_entry, views[0].last_entry, *said) if day]
        days = _days(min(known), max(known), sorted(said)) if known else []
        balances = balances_on(session, account_id, days)
        course = _course(session, account_id, days, balances)
    exponent = exponent_of(views[0].currency)
    points = tuple(
        BalancePoint(
            day,
            to_decimal(balance, exponent),
            to_decimal(said[day], exponent) if day in said else None,
        )
        for day, balance in zip(days, balances, strict=True)
    )
    return BalanceHistory(points, tuple((day, to_decimal(each, exponent)) for day, each in course))


def _course(
    session: Session, account_id: int, days: Sequence[date], balances: Sequence[int]
) -> list[tuple[date, int]]:
    """The balance in minor units on each day that changed it, from the first day to the last."""
    at_ends = list(zip(days, balances, strict=True))
    if not days or entries_between(session, account_id, days[0], days[-1]) > _MOST_ENTRIES:
        return at_ends
    moved = moved_on(session, account_id, days[0] + _A_DAY, days[-1])
    sums = accumulate((minor for _, minor in moved), initial=balances[0])
    return list(zip([days[0], *(day for day, _ in moved)], sums, strict=True)) + at_ends[-1:]


def _days(first: date, last: date, said: list[date]) -> list[date]:
    """The ends of the last months up to the last day, from the day before the first entry on; and
    what statements say of the same time."""
    ends = [last]
    day = last.replace(day=1)
    while len(ends) < MONTHS and day > first:
        ends.append(day - _A_DAY)
        day = (day - _A_DAY).replace(day=1)
    if len(ends) < MONTHS:
        ends.append(first - _A_DAY)
    return sorted({*ends, *(each for each in said if each >= ends[-1])})
