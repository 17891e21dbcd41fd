"""Remembers which days of which accounts a unit of work has changed, for whoever proves again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from db.models import Account, SettledAccount

_TOUCHED: Final = "tieout_touched"
_NEW_ACCOUNTS: Final = "tieout_new_accounts"
#: An account's version, which triggers count up too, and the one that its statements were last
#: held to.
_VERSIONS: Final = (
    select(Account.version, SettledAccount)
    .outerjoin(SettledAccount, SettledAccount.account_id == Account.id)
    .where(Account.id == bindparam("account_id"))
)


@dataclass(frozen=True, slots=True)
class Touched:
    """The first and the last day of an account that something changed on.

    ``moved`` is what the changes come to, in minor units: 0 leaves every later balance as it was.
    ``of_ledger`` is false where only statements came or went, and no figure of the ledger changed.
    """

    first: date
    last: date
    moved: int
    of_ledger: bool

    def and_(self, other: Touched) -> Touched:
        """Both changes as one."""
        return Touched(
            min(self.first, other.first),
            max(self.last, other.last),
            self.moved + other.moved,
            self.of_ledger or other.of_ledger,
        )


#: Anything may have changed, on any day.
EVERYTHING: Final = Touched(date.min, date.max, 0, of_ledger=True)


def remember(session: Session, account_id: int, days: Iterable[date], moved: int) -> None:
    """Add a change of entries on these days; of no day means anything may have changed."""
    wanted = sorted(days)
    new = Touched(wanted[0], wanted[-1], moved, of_ledger=True) if wanted else EVERYTHING
    _add(session, account_id, new)


def remember_statement(session: Session, account_id: int, start: date, end: date) -> None:
    """Add that a statement of this period came, went or changed."""
    _add(session, account_id, Touched(start, end, 0, of_ledger=False))


def remember_account(session: Session) -> None:
    """Add that an account came or is known by something else now."""
    session.info[_NEW_ACCOUNTS] = True


def take(session: Session) -> dict[int, Touched]:
    """What was remembered since this was last asked, by account."""
    found: dict[int, Touched] = session.info.pop(_TOUCHED, {})
    return found


def take_accounts(session: Session) -> bool:
    """Whether an account came or changed since this was last asked."""
    found: bool = session.info.pop(_NEW_ACCOUNTS, False)
    return found


def versions_of(session: Session, account_id: int) -> tuple[int | None, SettledAccount | None]:
    """The account's version as the database counts it, None if there is no such account, and the
    one that its statements were last held to."""
    row = session.execute(_VERSIONS, {"account_id": account_id}).one_or_none()
    return (None, None) if row is None else (row[0], row[1])


def _add(session: Session, account_id: int, new: Touched) -> None:
    known: dict[int, Touched] = session.info.setdefault(_TOUCHED, {})
    before = known.get(account_id)
    if before is None and _is_stale(session, account_id):
        before = Touched(EVERYTHING.first, EVERYTHING.last, 0, of_ledger=False)
    known[account_id] = before.and_(new) if before else new


def _is_stale(session: Session, account_id: int) -> bool:
    """Whether something wrote to the account past tieout before: settling a part of it must not
    pass for settling that too."""
    version, settled = versions_of(session, account_id)
    return version is not None and (settled is None or settled.version != version)
