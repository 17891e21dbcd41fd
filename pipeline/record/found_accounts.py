"""Ties statements to an account that came, or became known by something else, after they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Proposal, Reconciliation, Statement
from db.touched import remember_statement
from db.words import ProposalStatus
from pipeline.account.new_account import free_name, meant_by_now
from pipeline.record.drafts import draft_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def find_accounts(session: Session) -> None:
    """Go through the statements that propose a new account: it may be there by now, or another
    may have taken its name."""
    query = (
        select(Proposal, Statement)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Proposal.status == ProposalStatus.PENDING, Statement.account_id.is_(None))
        .order_by(Proposal.id)
    )
    for proposal, statement in session.execute(query).all():
        _find(session, proposal, statement)


def _find(session: Session, proposal: Proposal, statement: Statement) -> None:
    draft = draft_of(statement)
    statement.account_id = meant_by_now(session, draft)
    if statement.account_id is None:
        change = proposal.changes[0]
        name = free_name(session, draft)
        if change["name"] != name:
            proposal.changes = [{**change, "name": name}]
        return
    session.delete(proposal)
    session.flush()
    if statement.period_start and statement.period_end:
        remember_statement(
            session, statement.account_id, statement.period_start, statement.period_end
        )
