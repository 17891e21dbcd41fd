"""The state of an import, and which statements an account that was just found is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, bindparam, exists, select

from db.ledger.bookkeeping import remember_statement
from db.models import Proposal, Reconciliation, Resolution, Statement
from db.words import ImportStatus, ProposalStatus, ResolutionOp, Verdict
from pipeline.account.new_account import free_name, meant_by_now
from pipeline.drafts import StatementDraft
from pipeline.record.drafts import draft_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def _proposed(*status: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(Proposal.reconciliation_id == Reconciliation.id, *status)


def _resolved(*op: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(Resolution.statement_id == Statement.id, *op)


#: ``left``: a no to what a model suggested leaves open what it was about.
_STATEMENTS: Final = (
    select(
        Statement.stands,
        Statement.stated,
        Reconciliation.verdict,
        _proposed(Proposal.status == ProposalStatus.PENDING).label("waiting"),
        (_proposed(Proposal.status != ProposalStatus.PENDING) | _resolved()).label("decided"),
        (
            _resolved(Resolution.op == ResolutionOp.LEAVE)
            | _proposed(Proposal.status == ProposalStatus.REJECTED, Proposal.suggested_by.is_(None))
        ).label("left"),
    )
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(Statement.import_id == bindparam("import_id"))
)


def standing(session: Session, import_id: int) -> ImportStatus:
    """What the verdicts on its statements, and a person's decisions, make of an import."""
    session.flush()
    rows = session.execute(_STATEMENTS, {"import_id": import_id}).all()
    if not any(row.stands for row in rows):
        chosen = any((row.stated or {}).get("stands") is False for row in rows)
        return ImportStatus.LEFT if chosen else ImportStatus.DUPLICATE
    waiting = any(row.waiting for row in rows)
    left = [row.left for row in rows if row.stands and row.verdict is not Verdict.MATCHED]
    if waiting or not all(left):
        return ImportStatus.NEEDS_REVIEW
    if left:
        return ImportStatus.LEFT
    return ImportStatus.DONE if any(row.decided for row in rows) else ImportStatus.MATCHED


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
