"""Lists statements a page at a time, and finds an import by its number."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Join, Select, and_, func, join, or_, select
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.ledger.queries import holds
from db.models import Account, Import, Lock, Reconciliation, Statement
from db.words import ImportStatus, Verdict

#: So many statements are few.
_FEW: Final = 1000
#: No statement that covers a month ends later than so long after it.
_LONGEST: Final = timedelta(days=366)


class StatementStatus(StrEnum):
    """The state of a statement, for anyone who looks for some."""

    MATCHED = "matched"
    DIFFERENCES = "differences"
    UNPROVEN = "unproven"
    FAILED = "failed"
    LOCKED = "locked"


class StatementOrder(StrEnum):
    """Which come first: those brought in last, the newest periods, or the oldest."""

    BROUGHT_IN = "brought_in"
    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which statements; None is no condition. ``month`` is its first day; ``imports`` are ids."""

    account_id: int | None = None
    month: date | None = None
    status: StatementStatus | None = None
    imports: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """The last row of a page. In the order of periods ``day`` is the period's last one, and
    ``first`` the statement's id; else ``first`` is the import's id and ``second`` the ordinal."""

    day: date | None
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One statement; or an import that failed, of which ``statement_id`` is None."""

    import_id: int
    file: str
    import_status: ImportStatus
    error_code: str | None
    statement_id: int | None
    ordinal: int | None
    account_id: int | None
    account: str | None
    institution: str | None
    account_name: str | None
    account_mask: str | None
    currency: str | None
    exponent: int | None
    period_start: date | None
    period_end: date | None
    closing_minor: int | None
    verdict: Verdict | None
    kernel_version: int | None
    holds: bool | None
    lock_id: int | None


def statement_rows(
    session: Session,
    narrowing: Narrowing,
    order: StatementOrder,
    after: Spot | None,
    limit: int,
) -> list[StatementRow]:
    asked = conditions(narrowing)
    few = _few(session, narrowing.status)
    if few is not None:
        asked.append(Statement.id.in_(few))
    every = _rows(_IMPORTS).where(*asked)
    if order is StatementOrder.BROUGHT_IN:
        return _read(session, _brought_in(every, after), limit)
    found: list[StatementRow] = []
    if after is None or after.day is not None:
        dated = _rows(_STATEMENTS).where(*asked)
        found = _read(session, _by_period(dated, order, after), limit)
        after = None
    if len(found) < limit:
        # What has no period is behind all that has.
        rest = _brought_in(every.where(Statement.period_end.is_(None)), after)
        found += _read(session, rest, limit - len(found))
    return found


def spot_of(row: StatementRow, order: StatementOrder) -> Spot:
    """Where a row is in an order."""
    if order is not StatementOrder.BROUGHT_IN and row.period_end and row.statement_id:
        return Spot(row.period_end, row.statement_id, 0)
    return Spot(None, row.import_id, row.ordinal or 0)


def conditions(narrowing: Narrowing) -> list[ColumnElement[bool]]:
    """What is asked of imports, statements and reconciliations that are joined."""
    found = [_of_status(narrowing.status)]
    if narrowing.account_id is not None:
        found.append(Statement.account_id == narrowing.account_id)
    if narrowing.month is not None:
        first = narrowing.month
        after = (first + timedelta(days=31)).replace(day=1)
        found.append(Statement.period_start < after)
        found.append(Statement.period_end.between(first, after + _LONGEST))
    if narrowing.imports is not None:
        found.append(Import.id.in_(narrowing.imports))
    return found


def files_holding(session: Session, text: str, limit: int, look_through: int) -> tuple[int, ...]:
    """The newest imports with the text in their file's name, of the newest so many."""
    last = session.scalar(select(func.max(Import.id))) or 0
    query = (
        select(Import.id)
        .where(Import.id > last - look_through)
        .where(holds(Import.source_name, text))
        .order_by(Import.id.desc())
        .limit(limit)
    )
    return tuple(session.scalars(query))


def _few(session: Session, status: StatementStatus | None) -> list[int] | None:
    """The statements in that state if they are few: to look through all for them would take long.
    Where they are many, a page of them is found soon."""
    match status:
        case StatementStatus.MATCHED | StatementStatus.DIFFERENCES | StatementStatus.UNPROVEN:
            ours = Reconciliation.verdict == Verdict(status.value)
            query = select(Reconciliation.statement_id).where(ours)
        case StatementStatus.LOCKED:
            of = Lock.reconciliation_id == Reconciliation.id
            query = select(Reconciliation.statement_id).join(Lock, of)
            query = query.where(Lock.released_at.is_(None))
        case _:
            return None
    found = list(session.scalars(query.limit(_FEW + 1)))
    return found if len(found) <= _FEW else None


def _of_status(status: StatementStatus | None) -> ColumnElement[bool]:
    match status:
        case None:
            return or_(Statement.id.is_not(None), Import.status == ImportStatus.FAILED)
        case StatementStatus.FAILED:
            return and_(Statement.id.is_(None), Import.status == ImportStatus.FAILED)
        case StatementStatus.LOCKED:
            return _lock().is_not(None)
        case _:
            return Reconciliation.verdict == Verdict(status.value)


#: Every import, and its statements if it has any; or the statements alone.
_IMPORTS: Final = join(Import, Statement, Statement.import_id == Import.id, isouter=True)
_STATEMENTS: Final = join(Statement, Import, Import.id == Statement.import_id)


def _rows(those: Join) -> Select[*tuple[Any, ...]]:
    return (
        select(
            Import.id,
            Import.source_name,
            Import.status,
            Import.error_code,
            Statement.id,
            Statement.ordinal,
            Statement.account_id,
            Account.name,
            Statement.institution,
            Statement.account_name,
            func.coalesce(Account.mask, Statement.account_mask),
            func.coalesce(Statement.currency, Account.currency),
            Statement.exponent,
            Statement.period_start,
            Statement.period_end,
            Statement.closing_minor,
            Reconciliation.verdict,
            Statement.kernel_version,
            Statement.holds,
            _lock(),
        )
        .select_from(those)
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(Account, Account.id == Statement.account_id)
    )


def _lock() -> ColumnElement[int | None]:
    """The lock in force that the statement's proof brought about."""
    held = select(func.min(Lock.id)).where(
        Lock.reconciliation_id == Reconciliation.id, Lock.released_at.is_(None)
    )
    return held.correlate(Reconciliation).scalar_subquery()


def _brought_in(wanted: Select[*tuple[Any, ...]], after: Spot | None) -> Select[*tuple[Any, ...]]:
    if after is not None:
        there = Import.id == after.first, Statement.ordinal > after.second
        wanted = wanted.where(Import.id <= after.first, or_(Import.id < after.first, and_(*there)))
    return wanted.order_by(Import.id.desc(), Statement.ordinal)


def _by_period(
    wanted: Select[*tuple[Any, ...]], order: StatementOrder, after: Spot | None
) -> Select[*tuple[Any, ...]]:
    day, number = Statement.period_end, Statement.id
    wanted = wanted.where(day.is_not(None))
    newest = order is StatementOrder.NEWEST
    if after is not None and after.day is not None:
        same = day == after.day
        if newest:
            beyond = or_(day < after.day, and_(same, number < after.first))
            wanted = wanted.where(day <= after.day, beyond)
        else:
            beyond = or_(day > after.day, and_(same, number > after.first))
            wanted = wanted.where(day >= after.day, beyond)
    return wanted.order_by(day.desc(), number.desc()) if newest else wanted.order_by(day, number)


def _read(session: Session, query: Select[*tuple[Any, ...]], limit: int) -> list[StatementRow]:
    return [StatementRow(*row) for row in session.execute(query.limit(limit))]


class NoSuchImport(TieoutError):
    """There is no import {import_id}. See those that need you with: tieout review"""


def import_of(session: Session, import_id: int, *, hold: bool = False) -> Import:
    """The import's row, ``hold`` keeps it until this unit of work ends. Raises ``NoSuchImport``."""
    row = session.get(Import, import_id, with_for_update=hold or None, populate_existing=hold)
    if row is None:
        raise NoSuchImport(import_id=import_id)
    return row
