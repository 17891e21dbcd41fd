"""What two accounts held together before their first entry, where that is known for certain.

A balance that an account began with counts from the beginning of time. If two ledgers of one real
account are joined, what the later one began with is made of the earlier one's entries: added up,
it would count twice. If it is not, only a person can say what was meant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from sqlalchemy.orm import Session

from db.accounts.entries import first_day
from db.accounts.errors import OpeningUnclear
from db.accounts.facts import AccountFacts
from db.ledger import balance_as_of
from db.money import exponent_of, to_decimal_string, to_minor
from db.words import Origin


@dataclass(frozen=True, slots=True)
class Beginning:
    """What an account held before its first entry, and the day it begins: its first entry, or the
    day it was opened if that is earlier; None for an account that has neither.
    """

    account: AccountFacts
    day: date | None

    @property
    def says_nothing(self) -> bool:
        """Whether it has neither an entry nor a balance."""
        return self.day is None and not self.account.opening_balance_minor


def with_opening(
    session: Session, gone: AccountFacts, into: AccountFacts, stated: str | None
) -> AccountFacts:
    """The second account with the opening balance of both and the days of their beginning and end:
    as long as one of them is open, so are both together.

    Raises ``OpeningUnclear`` unless a person ``stated`` the balance, and the errors of `db.money`.
    """
    earlier, later = _in_order(_beginning(session, gone), _beginning(session, into))
    opening, origin = earlier.account.opening_balance_minor, earlier.account.opening_origin
    if stated is not None:
        opening, origin = to_minor(stated, exponent_of(into.currency)), Origin.TYPED
    elif later.account.opening_balance_minor not in (0, _held(session, earlier, later)):
        raise _unclear(gone, into)
    return replace(
        into,
        opening_balance_minor=opening,
        opening_origin=origin,
        opened_on=earlier.account.opened_on,
        closed_on=_last(gone.closed_on, into.closed_on),
    )


def _last(one: date | None, other: date | None) -> date | None:
    return max(one, other) if one and other else None


def _beginning(session: Session, account: AccountFacts) -> Beginning:
    days = (first_day(session, account.id), account.opened_on)
    return Beginning(account, min((day for day in days if day), default=None))


def _in_order(*both: Beginning) -> list[Beginning]:
    """The one that begins first before the other; of one day, the one that held something."""

    def place(each: Beginning) -> tuple[bool, date, bool]:
        balance = each.account.opening_balance_minor
        return each.says_nothing, each.day or date.min, not balance

    return sorted(both, key=place)


def _held(session: Session, earlier: Beginning, later: Beginning) -> int:
    """What the earlier account held when the later one begins."""
    if later.day is None:
        return earlier.account.opening_balance_minor
    return balance_as_of(session, earlier.account.id, later.day - timedelta(days=1))


def _unclear(gone: AccountFacts, into: AccountFacts) -> OpeningUnclear:
    exponent = exponent_of(into.currency)
    return OpeningUnclear(
        name=gone.name,
        opening=to_decimal_string(gone.opening_balance_minor, exponent),
        into=into.name,
        other=to_decimal_string(into.opening_balance_minor, exponent),
    )
