"""Which months lack a statement, of all accounts at once and as far back as a person would look.

The database finds where one statement ends and the next one does not begin; the months of a large
ledger, one by one, took half a second.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, not_, or_, select
from sqlalchemy.orm import Session

from db.models import Account, Statement, Transaction
from db.session import is_postgresql
from pipeline.review.coverage import NEIGHBOURS, awaited, beginning, month_after, months_before

#: How many months back a missing statement is asked for; the coverage of an account has them all.
LOOKS_BACK: Final = 24
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Missing:
    """A month of an account of which a day is on no statement."""

    account_id: int
    account: str
    mask: str | None
    first: date


def missing_months(session: Session, today: date, account_id: int | None = None) -> list[Missing]:
    """The months before that of ``today`` that lack a statement which is due, the oldest first. An
    account that never had a statement is expected to have none, nor is one after its end, and two
    of the same days are another matter.
    """
    until = today.replace(day=1) - _A_DAY
    since = months_before(until, LOOKS_BACK)
    breaks: dict[int, list[Any]] = defaultdict(list)
    for row in _breaks(session, since, account_id):
        breaks[row.account_id].append(row)
    return sorted(
        (
            Missing(row.id, row.name, row.mask, first)
            for row in _accounts(session, account_id)
            for first in _of_account(row, breaks[row.id], since, until, today)
        ),
        key=lambda each: (each.first, each.account, each.account_id),
    )


@dataclass(frozen=True, slots=True)
class Gap:
    """Months of an account that follow each other and lack a statement, from ``first`` on."""

    account_id: int
    account: str
    mask: str | None
    first: date
    last: date
    months: int


def gaps(found: Iterable[Missing]) -> list[Gap]:
    """The months as stretches without a break, the oldest first."""
    runs: list[Gap] = []
    for each in sorted(found, key=lambda one: (one.account_id, one.first)):
        before = runs[-1] if runs else None
        if (
            before
            and before.account_id == each.account_id
            and month_after(before.last) == each.first
        ):
            runs[-1] = replace(before, last=each.first, months=before.months + 1)
        else:
            runs.append(Gap(each.account_id, each.account, each.mask, each.first, each.first, 1))
    return sorted(runs, key=lambda each: (each.first, each.account_id))


def _of_account(
    row: Any, breaks: Iterable[Any], since: date, until: date, today: date
) -> set[date]:
    if row.first_statement is None:
        return set()
    began = beginning(row.opened_on, row.first_entry, row.first_statement)
    begins = max(since, began or since)
    ends = min(until, row.closed_on or until)
    lacking: set[date] = set()
    twice: set[date] = set()
    for each in breaks:
        reached = each.reached or begins - _A_DAY
        before = min(ends, each.period_start - _A_DAY)
        lacking |= set(_months(max(begins, reached + _A_DAY), before))
        twice |= set(_months(each.period_start, min(reached, each.period_end)))
    last = max(begins, (row.last_day or begins - _A_DAY) + _A_DAY)
    return (lacking | set(_months(last, awaited(row.last_day, ends, today)))) - twice


def _breaks(session: Session, since: date, account_id: int | None) -> Iterable[Any]:
    """The statements that do not begin on the day after all before them, or on their last one, and
    are not joined to them by a balance, with the day that those reached; none for the first."""
    reached = func.max(Statement.period_end).over(
        partition_by=Statement.account_id,
        order_by=(Statement.period_start, Statement.period_end, Statement.id),
        rows=(None, -1),
    )
    spans = select(
        Statement.account_id,
        Statement.period_start,
        Statement.period_end,
        Statement.opening_minor,
        reached.label("reached"),
    ).where(Statement.account_id.is_not(None), Statement.period_end >= since - NEIGHBOURS)
    if account_id is not None:
        spans = spans.where(Statement.account_id == account_id)
    each = spans.where(Statement.period_start.is_not(None)).subquery().c
    apart = _days(session, each.period_start) - _days(session, each.reached)
    columns = each.account_id, each.period_start, each.period_end, each.reached
    goes_on = (
        select(Statement.id)
        .where(
            Statement.account_id == each.account_id,
            Statement.period_end == each.reached,
            Statement.closing_minor == each.opening_minor,
            Statement.closing_minor != 0,
        )
        .exists()
    )
    parted = and_(apart > 1, or_(apart > NEIGHBOURS.days, not_(goes_on)))
    unusual = or_(each.reached.is_(None), parted, apart < 0)
    return session.execute(select(*columns).where(unusual))


def _days(session: Session, day: ColumnElement[Any]) -> ColumnElement[Any]:
    """A day as something that another one can be taken from, for the number of days between."""
    return day if is_postgresql(session) else func.julianday(day)


def _accounts(session: Session, account_id: int | None) -> Iterable[Any]:
    first_entry = select(func.min(Transaction.booked_on)).where(
        Transaction.account_id == Account.id
    )
    of_account = Statement.account_id == Account.id
    first_statement = select(func.min(Statement.period_start)).where(of_account)
    last_day = select(func.max(Statement.period_end)).where(
        of_account, Statement.period_start.is_not(None)
    )
    query = select(
        Account.id,
        Account.name,
        Account.mask,
        Account.opened_on,
        Account.closed_on,
        first_entry.scalar_subquery().label("first_entry"),
        first_statement.scalar_subquery().label("first_statement"),
        last_day.scalar_subquery().label("last_day"),
    )
    return session.execute(query if account_id is None else query.where(Account.id == account_id))


def _months(first: date, last: date) -> Iterator[date]:
    """The first days of the months that these days are of; none if the last is before the first."""
    month = first.replace(day=1)
    while first <= last and month <= last:
        yield month
        month = (month + 31 * _A_DAY).replace(day=1)
