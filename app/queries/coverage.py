"""Which months the statements cover: of every account, and as the pages show it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from app.queries.history import locks_of
from app.shapes.decisions import MonthShape, month_shape
from app.shapes.lists import LockShape
from db.accounts.pages import Known, Names, accounts_at
from db.ledger.queries import UnknownAccount, accounts
from db.models import Account, Import, Reconciliation, Statement
from db.session import read_only
from db.words import Verdict
from pipeline.review.coverage import Month, coverage


def all_months(engine: Engine, until: date, since: date | None) -> list[MonthShape]:
    """Every account's months up to that of ``until``."""
    with read_only(engine) as session:
        found = accounts(session)
        months = coverage(session, [each.id for each in found], until, since, today=date.today())
        return [month_shape(account, month) for account in found for month in months[account.id]]


def months_of_some(
    engine: Engine, until: date, since: date, after: int, limit: int
) -> tuple[list[MonthShape], int | None]:
    """The same of the ``limit`` accounts whose number is above ``after``; and the number of the
    last of them, None if no account follows."""
    with read_only(engine) as session:
        query = select(Account.id).where(Account.id > after).order_by(Account.id)
        ids = list(session.scalars(query.limit(limit + 1)))
        found = accounts(session, scope=ids[:limit])
        months = coverage(session, ids[:limit], until, since, today=date.today())
    shapes = [month_shape(account, month) for account in found for month in months[account.id]]
    return shapes, ids[limit - 1] if len(ids) > limit else None


#: A year of so many accounts is about 120 KB.
ACCOUNTS_A_PAGE: Final = 40


@dataclass(frozen=True, slots=True)
class AccountMonths:
    """One account with its months in a row."""

    account: Known
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class CoveredYear:
    """A page of accounts over one year. ``imports`` are those of the statements, by their ids;
    ``before`` and ``after`` are the names at which its neighbours begin, None for none."""

    year: int
    accounts: tuple[AccountMonths, ...]
    imports: Mapping[int, int]
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class CoveringStatement:
    """A statement that covers a day of a month."""

    id: int
    import_id: int
    file: str
    start: date | None
    end: date | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class AccountMonth:
    """One month of one account: what covers it, and the locks in force over it."""

    account: Known
    month: Month
    statements: tuple[CoveringStatement, ...]
    locks: tuple[LockShape, ...]


def covered_year(engine: Engine, year: int, today: date, place: Names) -> CoveredYear:
    """The months of a year, of a page of the accounts by name."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    with read_only(engine) as session:
        found = accounts_at(session, place, ACCOUNTS_A_PAGE)
        months = months_of(session, [each.id for each in found.accounts], today, first, last)
        rows = tuple(AccountMonths(each, months[each.id]) for each in found.accounts)
        imports = _imports(
            session, {each for row in rows for month in row.months for each in month.statements}
        )
    return CoveredYear(year, rows, imports, found.before, found.after)


def last_year(engine: Engine, today: date) -> int:
    """The year of today, or the last one before it of which there is a statement."""
    with read_only(engine) as session:
        day = session.scalar(
            select(func.max(Statement.period_end)).where(Statement.period_end <= today)
        )
    return (day or today).year


def covered_month(engine: Engine, account_id: int, first: date, today: date) -> AccountMonth:
    """One month. Raises ``UnknownAccount``."""
    with read_only(engine) as session:
        row = session.get(Account, account_id)
        if row is None:
            raise UnknownAccount(account_id=account_id)
        (month,) = months_of(session, [account_id], today, first, first)[account_id]
        query = (
            select(
                Statement.id,
                Statement.import_id,
                Import.source_name,
                Statement.period_start,
                Statement.period_end,
                Reconciliation.verdict,
            )
            .join(Import, Import.id == Statement.import_id)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
            .where(Statement.id.in_(month.statements))
            .order_by(Statement.period_start, Statement.id)
        )
        return AccountMonth(
            Known(row.id, row.name, row.mask),
            month,
            tuple(CoveringStatement(*row) for row in session.execute(query)),
            tuple(locks_of(session, None, month.locks)),
        )


def months_of(
    session: Session, account_ids: Collection[int], today: date, since: date, until: date
) -> dict[int, tuple[Month, ...]]:
    """Each account's months from ``since`` to that of ``until``. What is after today is expected of
    no one, but shown where a statement is there."""
    asked = coverage(session, account_ids, today, since, through=until)
    return {each: tuple(found) for each, found in asked.items()}


def _imports(session: Session, statements: Collection[int]) -> dict[int, int]:
    query = select(Statement.id, Statement.import_id).where(Statement.id.in_(statements))
    return {row[0]: row[1] for row in session.execute(query)}
