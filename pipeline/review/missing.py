"""Which months lack a statement, of all accounts at once and as far back as a person would look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from db.models import Account, Reconciliation, Statement, Transaction
from pipeline.review.coverage import Covering, MonthState, firsts, month_end, months

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: How many months back a missing statement is asked for; the coverage of an account has them all.
LOOKS_BACK: Final = 24


@dataclass(frozen=True, slots=True)
class Missing:
    """A month of an account of which a day is on no statement."""

    account_id: int
    account: str
    mask: str | None
    first: date


def missing_months(session: Session, until: date, account_id: int | None = None) -> list[Missing]:
    """The months up to that of ``until`` that lack a statement, the oldest first.

    An account that never had a statement is expected to have none.
    """
    since = _months_before(until, LOOKS_BACK)
    covering = _covering(session, since, account_id)
    return sorted(
        (
            Missing(row.id, row.name, row.mask, first)
            for row in _accounts(session, account_id)
            for first in _of_account(row, covering[row.id], since, until)
        ),
        key=lambda each: (each.first, each.account, each.account_id),
    )


def _of_account(row: Any, covering: list[Covering], since: date, until: date) -> list[date]:
    if row.first_statement is None:
        return []
    days = (row.opened_on or row.first_entry, row.first_statement)
    begins = min(day for day in days if day is not None)
    whole = {each.start for each in covering if _is_whole_month(each)}
    lacking = (first for first in firsts(max(since, begins), until) if first not in whole)
    # Days are looked at only where no statement is just that month, which most are.
    found = (months(covering, begins, first, min(until, month_end(first))) for first in lacking)
    return [each.first for month in found for each in month if each.state is MonthState.MISSING]


def _is_whole_month(each: Covering) -> bool:
    return each.start.day == 1 and each.end == month_end(each.start)


def _accounts(session: Session, account_id: int | None) -> Iterable[Any]:
    first_entry = select(func.min(Transaction.booked_on)).where(
        Transaction.account_id == Account.id
    )
    # The first one by its end: the index has that.
    first_statement = (
        select(Statement.period_start)
        .where(Statement.account_id == Account.id, Statement.period_end.is_not(None))
        .order_by(Statement.period_end, Statement.id)
        .limit(1)
        .correlate(Account)
    )
    query = select(
        Account.id,
        Account.name,
        Account.mask,
        Account.opened_on,
        first_entry.scalar_subquery().label("first_entry"),
        first_statement.scalar_subquery().label("first_statement"),
    )
    return session.execute(query if account_id is None else query.where(Account.id == account_id))


def _covering(session: Session, since: date, account_id: int | None) -> dict[int, list[Covering]]:
    """The statements that reach into these months, by account."""
    query = (
        select(
            Statement.account_id,
            Statement.id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.verdict,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.is_not(None), Statement.period_end >= since)
    )
    if account_id is not None:
        query = query.where(Statement.account_id == account_id)
    found: dict[int, list[Covering]] = defaultdict(list)
    for account, statement, start, end, verdict in session.execute(query):
        if account is not None and start is not None and end is not None:
            found[account].append(Covering(statement, start, end, verdict))
    return found


def _months_before(day: date, number: int) -> date:
    counted = day.year * 12 + day.month - 1 - number
    return date(counted // 12, counted % 12 + 1, 1)
