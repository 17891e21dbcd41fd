"""Where ledger entries come from: the line of a statement that each is paired with, and whoever
accepted that the ledger says it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from db.models import AuditLog, Import, Line, Match, Proposal, Reconciliation, Statement
from db.words import ProposalStatus

#: Acts that carry out a proposal, and name each entry that they changed.
_CARRYING_OUT: Final = ("accept", "resolve")


@dataclass(frozen=True, slots=True)
class PairedLine:
    """A line of a statement: ``statement`` and ``line`` are their ordinals, from 0."""

    import_id: int
    file: str
    statement: int
    line: int
    page: int


def paired_lines(session: Session, entry_ids: Collection[int]) -> dict[int, PairedLine]:
    """The first line that each of these entries is paired with."""
    query = (
        select(
            Match.transaction_id,
            Statement.import_id,
            Import.source_name,
            Statement.ordinal,
            Line.ordinal,
            Line.page,
        )
        .join(Line, Line.id == Match.line_id)
        .join(Statement, Statement.id == Line.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .where(Match.transaction_id.in_(entry_ids))
        .order_by(Match.transaction_id, Line.id.desc())
    )
    return {row[0]: PairedLine(*row[1:]) for row in session.execute(query)}


def file_names(session: Session, import_ids: Collection[int]) -> dict[int, str]:
    """The name of each import's file."""
    if not import_ids:
        return {}
    query = select(Import.id, Import.source_name).where(Import.id.in_(import_ids))
    return {row[0]: row[1] for row in session.execute(query)}


def accepted_by(session: Session, import_ids: Collection[int]) -> dict[int, str]:
    """Who accepted last what an entry says, by its id, among the decisions on these imports."""
    if not import_ids:
        return {}
    proposals = session.scalars(
        select(Proposal.id)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id.in_(import_ids), Proposal.status == ProposalStatus.ACCEPTED)
    )
    subjects = [f"proposals:{each}" for each in proposals]
    if not subjects:
        return {}
    query = (
        select(AuditLog.actor, AuditLog.after)
        .where(AuditLog.subject.in_(subjects), AuditLog.action.in_(_CARRYING_OUT))
        .order_by(AuditLog.id)
    )
    return _by_entry(session.execute(query))


def _by_entry(rows: Iterable[Row[str, Any]]) -> dict[int, str]:
    return {
        each["entry"]: actor
        for actor, after in rows
        for each in (after or {}).get("applied", ())
        if each["entry"]
    }
