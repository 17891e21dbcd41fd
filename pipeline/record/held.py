"""What other statements hold, so that this one proposes nothing of it: locked days, and entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, select

from db.ledger import entries_of
from db.models import Lock, Reconciliation, Statement
from pipeline.account.one_account import OneAccount
from pipeline.record.account_order import Placed

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_LOCKED: Final = (
    select(Lock.period_start, Lock.period_end, Statement.period_start, Statement.period_end)
    .outerjoin(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
    .outerjoin(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Lock.account_id == bindparam("account_id"),
        Lock.released_at.is_(None),
        Lock.period_start <= bindparam("last"),
        Lock.period_end >= bindparam("first"),
        Lock.reconciliation_id.is_distinct_from(bindparam("own")),
    )
    .distinct()
    .order_by(Lock.period_start, Lock.period_end)
)


@dataclass(frozen=True, slots=True)
class Held:
    """Locked days, first and last; the days of the locked statements, which a new entry would
    contradict; and the ids of entries that another statement is paired with."""

    days: tuple[tuple[date, date], ...] = ()
    covered: tuple[tuple[date, date], ...] = ()
    entries: frozenset[int] = frozenset()

    def forbids(self, session: Session, change: Mapping[str, Any]) -> bool:
        """Whether a change could never be accepted."""
        if change.get("entry") in self.entries:
            return True
        day = date.fromisoformat(change["date"]) if change.get("date") else None
        if day and _is_in(day, (*self.days, *self.covered)):
            return True
        was = entries_of(session, [change["entry"]]) if "entry" in change else ()
        return any(_is_in(entry.booked_on, self.days) for entry in was)


def _is_in(day: date, several: Iterable[tuple[date, date]]) -> bool:
    return any(first <= day <= last for first, last in several)


def held_by_others(one: OneAccount, placed: Placed, reconciliation_id: int) -> Held:
    """What is held around a statement's period but by itself."""
    around = timedelta(days=placed.settings.margin_days)
    first, last = placed.start - around, placed.end + around
    around_it = {"account_id": placed.account_id, "first": first, "last": last}
    locks = one.session.execute(_LOCKED, {**around_it, "own": reconciliation_id}).all()
    paired = frozenset(pair.entry for pair in one.pairs(first, last, (placed.id,)))
    return Held(
        days=tuple((row[0], row[1]) for row in locks),
        covered=tuple((row[2], row[3]) for row in locks if row[2] and row[3]),
        entries=paired,
    )
