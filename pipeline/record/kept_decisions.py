"""Keeps what a person decided while a document's statements are read and recorded anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update

from db.models import BalanceAssertion, Lock, Match, Proposal, Reconciliation, Statement
from db.words import ProposalStatus

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Kept:
    """Ids of decided proposals, locks and balance assertions, by the ordinal of their statement."""

    proposals: Mapping[int, int]
    locks: Mapping[int, int]
    assertions: Mapping[int, int]

    @property
    def any(self) -> bool:
        """Whether a person has decided anything yet."""
        return bool(self.proposals or self.locks)


def set_aside(session: Session, import_id: int) -> Kept:
    """Delete what was recorded of the import, but for its decisions, which hang in the air then."""
    first = select(Statement.id).where(Statement.import_id == import_id).limit(1)
    if session.scalar(first) is None:
        return Kept({}, {}, {})  # its first time, as most are
    ordinals = {
        row.id: (row.ordinal, row.statement_id)
        for row in session.execute(
            select(Reconciliation.id, Reconciliation.statement_id, Statement.ordinal)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.import_id == import_id)
        )
    }
    kept = Kept(
        proposals=_of(session, Proposal, ordinals),
        locks=_of(session, Lock, ordinals),
        assertions=_assertions(session, dict(ordinals.values())),
    )
    _delete(session, import_id, list(ordinals))
    return kept


def _of(
    session: Session, table: type[Proposal] | type[Lock], ordinals: Mapping[int, tuple[int, int]]
) -> dict[int, int]:
    rows = session.execute(
        select(table.id, table.reconciliation_id).where(table.reconciliation_id.in_(ordinals))
    )
    found = {row.id: ordinals[row.reconciliation_id][0] for row in rows}
    if table is Proposal:
        waiting = select(Proposal.id).where(Proposal.status == ProposalStatus.PENDING)
        for proposal in session.scalars(waiting.where(Proposal.id.in_(found))):
            del found[proposal]
    session.execute(update(table).where(table.id.in_(found)).values(reconciliation_id=None))
    return found


def _assertions(session: Session, statements: Mapping[int, int]) -> dict[int, int]:
    by_statement = {statement: ordinal for ordinal, statement in statements.items()}
    rows = session.execute(
        select(BalanceAssertion.id, BalanceAssertion.statement_id).where(
            BalanceAssertion.statement_id.in_(by_statement)
        )
    )
    found = {row.id: by_statement[row.statement_id] for row in rows}
    session.execute(
        update(BalanceAssertion).where(BalanceAssertion.id.in_(found)).values(statement_id=None)
    )
    return found


def _delete(session: Session, import_id: int, proven: list[int]) -> None:
    session.execute(delete(Proposal).where(Proposal.reconciliation_id.in_(proven)))
    session.execute(delete(Match).where(Match.reconciliation_id.in_(proven)))
    session.execute(delete(Reconciliation).where(Reconciliation.id.in_(proven)))
    session.execute(delete(Statement).where(Statement.import_id == import_id))


def put_back_decisions(session: Session, import_id: int, kept: Kept) -> None:
    """Hang the decisions on the statements of the same place, and refuse again what was refused."""
    session.flush()
    rows = session.execute(
        select(Statement.ordinal, Statement.id, Reconciliation.id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
    ).all()
    if not rows:
        return
    # A statement that is not found any more leaves its decisions to the document's first.
    first = rows[0]
    now = {ordinal: (statement, proven) for ordinal, statement, proven in rows}
    for table, ids in ((Proposal, kept.proposals), (Lock, kept.locks)):
        for row_id, ordinal in ids.items():
            proven = now.get(ordinal, (first[1], first[2]))[1]
            session.execute(
                update(table).where(table.id == row_id).values(reconciliation_id=proven)
            )
    for row_id, ordinal in kept.assertions.items():
        statement = now.get(ordinal, (first[1], first[2]))[0]
        changed = update(BalanceAssertion).where(BalanceAssertion.id == row_id)
        session.execute(changed.values(statement_id=statement))
    _refuse_again(session, [proven for _, proven in now.values()])


def _refuse_again(session: Session, proven: list[int]) -> None:
    """A pending proposal of nothing but changes that a person refused before is refused too."""
    session.expire_all()
    proposals = session.scalars(
        select(Proposal).where(Proposal.reconciliation_id.in_(proven)).order_by(Proposal.id)
    ).all()
    refused = [p for p in proposals if p.status is ProposalStatus.REJECTED]
    for proposal in proposals:
        if proposal.status is ProposalStatus.PENDING:
            _refuse(proposal, refused)


def _refuse(proposal: Proposal, refused: list[Proposal]) -> None:
    for earlier in refused:
        known = [_said(change) for change in earlier.changes]
        if all(_said(change) in known for change in proposal.changes):
            proposal.status = ProposalStatus.REJECTED
            proposal.decided_by, proposal.decided_at = earlier.decided_by, earlier.decided_at
            proposal.decided_reason = earlier.decided_reason
            return


def _said(change: Mapping[str, Any]) -> tuple[object, ...]:
    """A change without the number of its line, which another reading may count otherwise."""
    return tuple(change.get(key) for key in ("op", "entry", "date", "amount", "description"))
