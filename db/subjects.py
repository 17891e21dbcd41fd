"""Looks up what the log's subjects, written ``table:id``, are about: which import and accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    String,
    cast,
    inspect,
    join,
    literal,
    null,
    or_,
    outerjoin,
    select,
)
from sqlalchemy.orm import Session

from db.models import (
    AuditLog,
    Discrepancy,
    Import,
    Lock,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
)


@dataclass(frozen=True, slots=True)
class About:
    """The import and the accounts that something belongs to, and since when there is such a thing;
    None if nobody knows."""

    import_id: int | None
    account_ids: tuple[int, ...]
    since: datetime | None = None


def subjects(session: Session, written: Collection[str]) -> dict[str, About]:
    """What is there of these subjects, each as it is written; of a table unknown here, nothing."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for subject in written:
        table, number = split(subject)
        if table in _TABLES and number is not None:
            wanted[table].append(number)
    found: dict[str, About] = {}
    for table, ids in wanted.items():
        of = _TABLES[table]
        for number, work, account, since in session.execute(of.rows().where(of.id.in_(ids))):
            subject = f"{table}:{number}"
            known = found[subject].account_ids if subject in found else ()
            more = () if account is None or account in known else (account,)
            found[subject] = About(work, (*known, *more), since)
    return found


def of_import(import_id: int) -> ColumnElement[bool]:
    """Whether a row of the log has a subject that belongs to the import now."""
    return _one_of(lambda of: of.import_id == import_id)


def of_account(account_id: int) -> ColumnElement[bool]:
    """Whether a row of the log has a subject that belongs to the account now."""
    return _one_of(lambda of: of.account_id == account_id)


def _one_of(belongs: Callable[[_Table], ColumnElement[bool]]) -> ColumnElement[bool]:
    return or_(
        *(
            AuditLog.subject.in_(
                select(literal(f"{name}:").concat(cast(of.id, String)))
                .select_from(of.joined)
                .where(belongs(of))
            )
            for name, of in _TABLES.items()
        )
    )


def split(subject: str) -> tuple[str, int | None]:
    """The table and the id that ``table:id`` names; no id if it names none."""
    table, _, number = subject.partition(":")
    return table, int(number) if number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class _Table:
    """Where a table's rows say their id, import, account, and since when they are there."""

    id: Any
    import_id: Any
    account_id: Any
    since: Any
    joined: FromClause

    def rows(self) -> Select[Any]:
        return select(self.id, self.import_id, self.account_id, self.since).select_from(self.joined)


_LOCKED = outerjoin(Lock, Reconciliation, Reconciliation.id == Lock.reconciliation_id)
_PROPOSED = join(Proposal, Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
_PROVEN = Statement.id == Reconciliation.statement_id
_OF, _BY = Statement.import_id, Statement.account_id

_TABLES: Final = {
    "proposals": _Table(
        Proposal.id, _OF, _BY, Proposal.created_at, join(_PROPOSED, Statement, _PROVEN)
    ),
    "locks": _Table(
        Lock.id, _OF, Lock.account_id, Lock.created_at, outerjoin(_LOCKED, Statement, _PROVEN)
    ),
    "imports": _Table(
        Import.id, Import.id, _BY, Import.created_at, outerjoin(Import, Statement, Import.id == _OF)
    ),
    "statements": _Table(
        Statement.id, _OF, _BY, Import.created_at, join(Statement, Import, Import.id == _OF)
    ),
    "resolutions": _Table(
        Resolution.id,
        _OF,
        Resolution.account_id,
        Resolution.created_at,
        outerjoin(Resolution, Statement, Statement.id == Resolution.statement_id),
    ),
    "discrepancies": _Table(
        Discrepancy.id,
        null(),
        Discrepancy.account_id,
        Discrepancy.at,
        inspect(Discrepancy).local_table,
    ),
}
