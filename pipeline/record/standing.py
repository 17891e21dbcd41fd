"""How an import stands, derived from what is recorded of it and decided on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Proposal, Reconciliation, Statement
from db.words import ImportStatus, ProposalStatus, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def standing(session: Session, import_id: int) -> ImportStatus:
    """Done once a person has decided on everything that did not tie out by itself."""
    session.flush()
    rows = session.execute(
        select(Reconciliation.verdict, Proposal.status)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .outerjoin(Proposal, Proposal.reconciliation_id == Reconciliation.id)
        .where(Statement.import_id == import_id)
    ).all()
    waits = any(status is ProposalStatus.PENDING for _, status in rows)
    untouched = any(verdict is not Verdict.MATCHED and status is None for verdict, status in rows)
    return ImportStatus.NEEDS_REVIEW if waits or untouched else ImportStatus.DONE
