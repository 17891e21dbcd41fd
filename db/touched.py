"""Remembers which days of which accounts a unit of work has changed, for whoever proves again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy.orm import Session

_TOUCHED: Final = "tieout_touched"


@dataclass(frozen=True, slots=True)
class Touched:
    """The first and the last day of an account that something changed on.

    ``moved`` is what the changes come to, in minor units: 0 leaves every later balance as it was.
    """

    first: date
    last: date
    moved: int

    def and_(self, other: Touched) -> Touched:
        """Both changes as one."""
        return Touched(
            min(self.first, other.first), max(self.last, other.last), self.moved + other.moved
        )


#: Anything may have changed, on any day.
EVERYTHING: Final = Touched(date.min, date.max, 0)


def remember(session: Session, account_id: int, days: Iterable[date], moved: int) -> None:
    """Add a change of entries on these days; of no day means anything may have changed."""
    known: dict[int, Touched] = session.info.setdefault(_TOUCHED, {})
    wanted = sorted(days)
    new = Touched(wanted[0], wanted[-1], moved) if wanted else EVERYTHING
    known[account_id] = known[account_id].and_(new) if account_id in known else new


def take(session: Session) -> dict[int, Touched]:
    """What was remembered since this was last asked, by account."""
    found: dict[int, Touched] = session.info.pop(_TOUCHED, {})
    return found
