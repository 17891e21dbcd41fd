"""Which months of an account the statements cover, and which still lack one.

Days decide, not months: statements from the 15th to the 14th cover every month they touch, and
two that share only the day on which one ends and the next begins are no duplicates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from db.ledger import UnknownAccount
from db.models import Account, Reconciliation, Statement, Transaction
from db.words import Verdict
from pipeline.proof.page import KERNEL_VERSION

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_A_DAY = timedelta(days=1)


class MonthState(StrEnum):
    """How a month stands."""

    COVERED = "covered"  # every day that is to be covered is, by matched statements
    MISSING = "missing"  # at least one day is on no statement
    MISMATCHED = "mismatched"  # covered, but a statement differs from the ledger
    AMBIGUOUS = "ambiguous"  # covered, but only a person can say what a statement tells
    DUPLICATE = "duplicate"  # two statements cover the same days
    NOT_EXPECTED = "not_expected"  # before the account began, or not over yet


@dataclass(frozen=True, slots=True)
class Covering:
    """One statement as far as coverage goes; ``earlier``: a version of tieout before this one gave
    the verdict, and nothing here can prove it."""

    statement_id: int
    start: date
    end: date
    verdict: Verdict
    ambiguous: bool = False
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    """One month of one account; ``first`` is its first day, and ``earlier`` says that an earlier
    version of tieout proved what covers it."""

    first: date
    state: MonthState
    statements: tuple[int, ...] = ()
    earlier: bool = False


def coverage(
    session: Session, account_id: int, until: date, since: date | None = None
) -> list[Month]:
    """The account's months from ``since`` (its beginning, if None) to that of ``until``.

    A month that is not over on ``until`` is expected only as far as a statement reaches. Raises
    ``UnknownAccount``.
    """
    account = session.get(Account, account_id)
    if account is None:
        raise UnknownAccount(account_id=account_id)
    covering = _covering(session, account_id)
    begins = _begins(session, account, covering)
    return months(covering, begins, since or begins or until, until)


def months(
    covering: Sequence[Covering], begins: date | None, since: date, until: date
) -> list[Month]:
    """The months from ``since`` to ``until`` of an account that began on the day ``begins``."""
    return [_month(first, covering, begins, until) for first in firsts(since, until)]


def _month(first: date, covering: Sequence[Covering], begins: date | None, until: date) -> Month:
    last = month_end(first)
    touching = [each for each in covering if each.start <= last and each.end >= first]
    days = _expected(first, last, touching, begins, until)
    state = _state(days, touching) if days else MonthState.NOT_EXPECTED
    earlier = any(each.earlier for each in touching)
    return Month(first, state, tuple(each.statement_id for each in touching), earlier)


def _expected(
    first: date, last: date, touching: Sequence[Covering], begins: date | None, until: date
) -> set[date]:
    """The days of the month that a statement is to be had for."""
    if begins is None:
        return set()
    reached = max((each.end for each in touching), default=first - _A_DAY)
    end = last if last <= until else min(last, reached)
    start = max(first, begins)
    return {start + _A_DAY * n for n in range((end - start).days + 1)}


def _state(days: set[date], touching: Sequence[Covering]) -> MonthState:
    if _overlap(touching):
        return MonthState.DUPLICATE
    covered = {day for each in touching for day in days if each.start <= day <= each.end}
    if covered != days:
        return MonthState.MISSING
    if any(each.ambiguous for each in touching):
        return MonthState.AMBIGUOUS
    if any(each.verdict is not Verdict.MATCHED for each in touching):
        return MonthState.MISMATCHED
    return MonthState.COVERED


def _overlap(touching: Sequence[Covering]) -> bool:
    """Whether a statement begins before another has ended; sharing that one day is no overlap."""
    reached: date | None = None
    for each in sorted(touching, key=lambda covering: (covering.start, covering.end)):
        if reached is not None and each.start < reached:
            return True
        reached = max(reached or each.end, each.end)
    return False


def firsts(since: date, until: date) -> Iterator[date]:
    """The first day of each month from that of ``since`` to that of ``until``."""
    first = since.replace(day=1)
    while first <= until:
        yield first
        first = _next_month(first)


def month_end(day: date) -> date:
    """The last day of its month."""
    return _next_month(day.replace(day=1)) - _A_DAY


def _next_month(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _covering(session: Session, account_id: int) -> list[Covering]:
    rows = session.execute(
        select(
            Statement.id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.verdict,
            Reconciliation.differences,
            Statement.kernel_version,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id == account_id)
        .order_by(Statement.period_start, Statement.id)
    )
    return [
        Covering(
            statement,
            start,
            end,
            verdict,
            _is_ambiguous(verdict, differences),
            earlier=kernel != KERNEL_VERSION,
        )
        for statement, start, end, verdict, differences, kernel in rows
        if start and end
    ]


def _is_ambiguous(verdict: Verdict, differences: list[dict[str, Any]]) -> bool:
    return verdict is Verdict.UNPROVEN or any(each["kind"] == "ambiguous" for each in differences)


def _begins(session: Session, account: Account, covering: Sequence[Covering]) -> date | None:
    first = session.scalar(
        select(func.min(Transaction.booked_on)).where(Transaction.account_id == account.id)
    )
    days = [account.opened_on or first, *(each.start for each in covering)]
    return min((day for day in days if day is not None), default=None)
