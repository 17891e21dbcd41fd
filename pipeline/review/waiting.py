"""The statements of imports that wait for a person, read in one query and by index alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import or_, select

from db.models import Account, Import, Reconciliation, Statement
from db.words import ImportStatus, Verdict
from pipeline.review.at_stake import at_stake

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WAITING: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)


class WaitingRow(NamedTuple):
    """One standing statement of an import that waits, or an import that has none.

    ``stake`` is in minor units of ``currency``, null where nobody knows.
    """

    import_id: int
    status: ImportStatus
    error_code: str | None
    statement_id: int | None
    account_id: int | None
    start: date | None
    end: date | None
    currency: str | None
    exponent: int | None
    verdict: Verdict | None
    stake: int | None


def waiting_rows(session: Session) -> Iterator[WaitingRow]:
    """Every statement that waits, the oldest first."""
    found = session.execute(
        select(
            Import.id,
            Import.status,
            Import.error_code,
            Statement.id,
            Statement.account_id,
            Statement.period_start,
            Statement.period_end,
            Statement.currency,
            Statement.exponent,
            Reconciliation.verdict,
            at_stake(session),
        )
        .outerjoin(Statement, (Statement.import_id == Import.id) & Statement.stands.is_(True))
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Import.status.in_(WAITING))
        .order_by(Statement.period_start, Statement.period_end, Statement.id, Import.id)
    )
    return map(WaitingRow._make, found)


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
            or_(*(each.icontains(text, autoescape=True) for each in known_by)),
        )
    )
    return set(session.scalars(query))
