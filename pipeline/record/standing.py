"""How an import stands, derived from what is recorded of it and decided on it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Proposal, Reconciliation, Statement
from db.words import ImportStatus, ProposalStatus, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def standing(session: Session, import_id: int) -> ImportStatus:
    """Done if every statement ties out, left if a person said no to what does not."""
    session.flush()
    rows = session.execute(
        select(Statement.id, Reconciliation.verdict, Proposal.status)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .outerjoin(Proposal, Proposal.reconciliation_id == Reconciliation.id)
        .where(Statement.import_id == import_id)
    ).all()
    if any(status is ProposalStatus.PENDING for _, _, status in rows):
        return ImportStatus.NEEDS_REVIEW
    said = defaultdict(set)
    for statement, verdict, status in rows:
        if verdict is not Verdict.MATCHED:
            said[statement].add(status)
    if not said:
        return ImportStatus.DONE
    # A yes that did not make it tie out is no word on what is left.
    refused = all(ProposalStatus.REJECTED in statuses for statuses in said.values())
    return ImportStatus.LEFT if refused else ImportStatus.NEEDS_REVIEW
