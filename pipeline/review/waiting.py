"""The statements of imports that wait for a person, read in one query and by index alone."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import ColumnElement, case, func, or_, select

from db.holding import holds
from db.models import Account, Import, Reconciliation, Statement
from db.words import ImportStatus, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WAITING: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)
#: What the differences come to; of an unproven statement, what it says that the account moved by.
_STAKE: Final = case(
    (
        Reconciliation.verdict == Verdict.UNPROVEN,
        func.abs(Statement.closing_minor - Statement.opening_minor),
    ),
    else_=Reconciliation.at_stake_minor,
)

_COLUMNS: Final[tuple[Any, ...]] = (
    Import.id,
    Import.status,
    Import.error_code,
    Import.explained_by,
    Statement.id,
    Statement.account_id,
    Statement.period_start,
    Statement.period_end,
    Statement.currency,
    Statement.exponent,
    Reconciliation.verdict,
    _STAKE,
)


class WaitingRow(NamedTuple):
    """One standing statement of an import that waits, or an import that has none.

    ``stake`` is in minor units of ``currency``, null where nobody knows.
    """

    import_id: int
    status: ImportStatus
    error_code: str | None
    explained_by: int | None
    statement_id: int | None
    account_id: int | None
    start: date | None
    end: date | None
    currency: str | None
    exponent: int | None
    verdict: Verdict | None
    stake: int | None


def waiting_rows(session: Session) -> tuple[list[WaitingRow], dict[int, int]]:
    """Every statement of the imports that wait and follow from no other that waits; and those that
    do follow, each with the import before it."""
    first = _rows(session, Import.explained_by.is_(None))
    before = _before(session)
    waiting = {row.import_id for row in first} | before.keys()
    left = [one for one, cause in before.items() if cause not in waiting]
    follow = {one: cause for one, cause in before.items() if cause in waiting}
    return first + (_rows(session, Import.id.in_(left)) if left else []), follow


def _rows(session: Session, those: ColumnElement[bool]) -> list[WaitingRow]:
    found = session.execute(
        select(*_COLUMNS)
        .outerjoin(Statement, (Statement.import_id == Import.id) & Statement.stands.is_(True))
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Import.status.in_(WAITING), those)
    )
    return list(map(WaitingRow._make, found))


def _before(session: Session) -> dict[int, int]:
    """The imports that wait and carry on what was off before, each with the one before it."""
    query = select(Import.id, Import.explained_by).where(
        Import.explained_by.is_not(None), Import.status.in_(WAITING)
    )
    return {one: before for one, before in session.execute(query) if before is not None}


def speaking_of(session: Session, text: str) -> set[int]:
    """The imports that wait and whose file's name, account or bank has this in it, in any case."""
    known_by = (
        Import.source_name,
        Statement.account_mask,
        Statement.institution,
        Account.name,
    )
    query = (
        select(Import.id)
        .outerjoin(Statement, Statement.import_id == Import.id)
        .outerjoin(Account, Account.id == Statement.account_id)
        .where(
            Import.status.in_(WAITING),
            or_(*(holds(each, text) for each in known_by)),
        )
    )
    return set(session.scalars(query))
