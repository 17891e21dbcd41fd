"""Ties statements to an account that came, or became known by something else, after they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Proposal, Reconciliation, Statement
from db.touched import remember_statement
from db.words import ProposalStatus
from pipeline.account.new_account import free_name, meant_by_now
from pipeline.drafts import StatementDraft
from pipeline.record.drafts import draft_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def find_accounts(session: Session) -> None:
    """Go through the statements that hold without an account: theirs may be there by now, or
    another may have taken the name that they propose."""
    query = (
        select(Statement, Proposal)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(
            Proposal,
            (Proposal.reconciliation_id == Reconciliation.id)
            & (Proposal.status == ProposalStatus.PENDING),
        )
        .where(Statement.account_id.is_(None), Statement.holds.is_(True))
        .order_by(Statement.id)
    )
    for statement, proposal in session.execute(query).all():
        _find(session, statement, proposal)


def _find(session: Session, statement: Statement, proposal: Proposal | None) -> None:
    draft = draft_of(statement)
    statement.account_id = meant_by_now(session, draft)
    if statement.account_id is None:
        if proposal is not None:
            _name(session, proposal, draft)
        return
    if proposal is not None:
        session.delete(proposal)
    session.flush()
    if statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)


def _name(session: Session, proposal: Proposal, draft: StatementDraft) -> None:
    change, name = proposal.changes[0], free_name(session, draft)
    if change["name"] != name:
        proposal.changes = [{**change, "name": name}]
