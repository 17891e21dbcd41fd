"""How an import stands, derived from what is recorded of it and decided on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, select

from db.models import Proposal, Reconciliation, Resolution, Statement
from db.words import ImportStatus, ProposalStatus, ResolutionOp, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_VERDICTS: Final = (
    select(Statement.id, Statement.stands, Statement.stated, Reconciliation.verdict)
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(Statement.import_id == bindparam("import_id"))
)
_PROPOSED: Final = (
    select(Statement.id, Proposal.status, Proposal.suggested_by)
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .join(Proposal, Proposal.reconciliation_id == Reconciliation.id)
    .where(Statement.import_id == bindparam("import_id"))
)
_RESOLVED: Final = (
    select(Statement.id, Resolution.op)
    .join(Resolution, Resolution.statement_id == Statement.id)
    .where(Statement.import_id == bindparam("import_id"))
)


def standing(session: Session, import_id: int) -> ImportStatus:
    """What the verdicts on its statements, and a person's decisions, make of an import."""
    session.flush()
    rows = session.execute(_VERDICTS, {"import_id": import_id}).all()
    standing = [row for row in rows if row.stands]
    if not standing:
        chosen = any((row.stated or {}).get("stands") is False for row in rows)
        return ImportStatus.LEFT if chosen else ImportStatus.DUPLICATE
    decided, left, waiting = _decisions(session, import_id)
    if all(row.verdict is Verdict.MATCHED for row in standing) and not waiting:
        return ImportStatus.DONE if decided else ImportStatus.MATCHED
    open_ = {row.id for row in standing if row.verdict is not Verdict.MATCHED} - left
    return ImportStatus.NEEDS_REVIEW if open_ or waiting else ImportStatus.LEFT


def _decisions(session: Session, import_id: int) -> tuple[bool, set[int], bool]:
    """Whether a person decided anything, the ids of the statements of which they left something
    as it is, and whether anything is still proposed."""
    said = session.execute(_PROPOSED, {"import_id": import_id}).all()
    resolved = session.execute(_RESOLVED, {"import_id": import_id}).all()
    left = {n for n, op in resolved if op is ResolutionOp.LEAVE}
    # A no to what a model suggested leaves open what it was about.
    left |= {n for n, status, by in said if status is ProposalStatus.REJECTED and by is None}
    decided = bool(resolved) or any(status is not ProposalStatus.PENDING for _, status, _ in said)
    return decided, left, any(status is ProposalStatus.PENDING for _, status, _ in said)
