"""Takes from a statement all that rested on a period which it has no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, delete, select

from db.models import Lock, Proposal, Reconciliation, Statement
from db.words import ProposalStatus
from pipeline.matching.verdicts import prove
from pipeline.record.as_json import CHECKS, stored
from pipeline.record.drafts import draft_of
from pipeline.record.kept_figures import keep_figures
from pipeline.record.pairing import Paired
from pipeline.record.pairs import pairs_of, write_pairs
from pipeline.record.sealing import release_own

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_LOCKED: Final = (
    select(Statement)
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .join(Lock, Lock.reconciliation_id == Reconciliation.id)
    .where(
        Lock.account_id == bindparam("account_id"),
        Statement.period_start.is_(None),
        Lock.released_at.is_(None),
    )
)
_GONE: Final = "the statement that its period follows from is another now, or gone"


def without_ground(session: Session, account_id: int) -> list[Statement]:
    """The statements that are locked in this account and have no period: they lost it when they
    were read anew."""
    return list(session.scalars(_LOCKED, {"account_id": account_id}))


def lose(session: Session, statement: Statement) -> list[int]:
    """Release its own locks, and leave it without pairs, differences and proposals, as it would be
    had it never had that period; the released locks' ids. A person's lock stays."""
    query = select(Reconciliation).where(Reconciliation.statement_id == statement.id)
    row = session.scalars(query).one()
    released = release_own(session, row, _GONE)
    write_pairs(session, row, Paired(), pairs_of(session, [statement.id])[statement.id])
    session.execute(
        delete(Proposal).where(
            Proposal.reconciliation_id == row.id, Proposal.status == ProposalStatus.PENDING
        )
    )
    proof = prove(draft_of(statement), None, None)
    row.verdict, row.proof = proof.verdict, stored(CHECKS, proof.checks)
    row.differences, row.ledger_etag = [], None
    row.follows = statement.work.explained_by = None
    keep_figures(row)
    if (statement.stated or {}).get("stands") is not False:
        statement.stands = True
    session.flush()
    session.expire(row, ["matches"])
    return released
