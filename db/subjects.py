"""Looks up what the log's subjects, written ``table:id``, are about: which import and accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Select, null, select
from sqlalchemy.orm import Session

from db.models import Discrepancy, Import, Lock, Proposal, Reconciliation, Resolution, Statement


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
        query, key = _TABLES[table]
        for number, work, account, since in session.execute(query.where(key.in_(ids))):
            subject = f"{table}:{number}"
            known = found[subject].account_ids if subject in found else ()
            more = () if account is None or account in known else (account,)
            found[subject] = About(work, (*known, *more), since)
    return found


def split(subject: str) -> tuple[str, int | None]:
    """The table and the id that ``table:id`` names; no id if it names none."""
    table, _, number = subject.partition(":")
    return table, int(number) if number.isdecimal() else None


#: Each row: its id, its import, an account of it, and since when it is there.
_Query: TypeAlias = "Select[Any, Any, Any, Any]"

_of_proposals: _Query = (
    select(Proposal.id, Statement.import_id, Statement.account_id, Proposal.created_at)
    .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
    .join(Statement, Statement.id == Reconciliation.statement_id)
)
_of_locks: _Query = (
    select(Lock.id, Statement.import_id, Lock.account_id, Lock.created_at)
    .outerjoin(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
    .outerjoin(Statement, Statement.id == Reconciliation.statement_id)
)
_of_imports: _Query = select(
    Import.id, Import.id, Statement.account_id, Import.created_at
).outerjoin(Statement, Statement.import_id == Import.id)
_of_statements: _Query = select(
    Statement.id, Statement.import_id, Statement.account_id, Import.created_at
).join(Import, Import.id == Statement.import_id)
_of_resolutions: _Query = select(
    Resolution.id, Statement.import_id, Resolution.account_id, Resolution.created_at
).outerjoin(Statement, Statement.id == Resolution.statement_id)
_of_discrepancies: _Query = select(Discrepancy.id, null(), Discrepancy.account_id, Discrepancy.at)

_TABLES: Final = {
    "proposals": (_of_proposals, Proposal.id),
    "locks": (_of_locks, Lock.id),
    "imports": (_of_imports, Import.id),
    "statements": (_of_statements, Statement.id),
    "resolutions": (_of_resolutions, Resolution.id),
    "discrepancies": (_of_discrepancies, Discrepancy.id),
}
