"""Keeps what a person decided while a document's statements are read and recorded anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, select, update

from db.audit import log
from db.models import BalanceAssertion, Lock, Match, Proposal, Reconciliation, Resolution, Statement
from db.words import ProposalStatus
from pipeline.record.pairs import remember_going
from pipeline.record.stated import state_again

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


_RECORDED: Final = (
    select(Statement.id).where(Statement.import_id == bindparam("import_id")).limit(1)
)


@dataclass(frozen=True, slots=True)
class Kept:
    """Ids of decided proposals, locks, balance assertions and resolutions, by the ordinal of their
    statement; ``stated`` is what a person said of each. ``anew`` is false for a document that
    nothing was recorded of before."""

    proposals: Mapping[int, int]
    locks: Mapping[int, int]
    assertions: Mapping[int, int]
    resolutions: Mapping[int, int]
    stated: Mapping[int, Any]
    anew: bool = True


def set_aside(session: Session, import_id: int) -> Kept:
    """Delete what was recorded of the import, but for its decisions, which hang in the air then."""
    if session.scalar(_RECORDED, {"import_id": import_id}) is None:
        return Kept({}, {}, {}, {}, {}, anew=False)  # its first time, as most are
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
        assertions=_of_statements(session, BalanceAssertion, ordinals),
        resolutions=_of_statements(session, Resolution, ordinals),
        stated=_remembered(session, import_id),
    )
    _delete(session, import_id, list(ordinals))
    return kept


def _remembered(session: Session, import_id: int) -> dict[int, Any]:
    """What a person stated, by the ordinal; and that these statements go from their accounts."""
    stated: dict[int, Any] = {}
    remember_going(session, import_id)
    for row in session.scalars(select(Statement).where(Statement.import_id == import_id)):
        if row.stated is not None:
            stated[row.ordinal] = row.stated
    return stated


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


def _of_statements(
    session: Session,
    table: type[BalanceAssertion] | type[Resolution],
    ordinals: Mapping[int, tuple[int, int]],
) -> dict[int, int]:
    by_statement = {statement: ordinal for ordinal, statement in ordinals.values()}
    rows = session.execute(
        select(table.id, table.statement_id).where(table.statement_id.in_(by_statement))
    )
    found = {row.id: by_statement[row.statement_id] for row in rows}
    session.execute(update(table).where(table.id.in_(found)).values(statement_id=None))
    return found


def _delete(session: Session, import_id: int, proven: list[int]) -> None:
    session.execute(delete(Proposal).where(Proposal.reconciliation_id.in_(proven)))
    session.execute(delete(Match).where(Match.reconciliation_id.in_(proven)))
    session.execute(delete(Reconciliation).where(Reconciliation.id.in_(proven)))
    session.execute(delete(Statement).where(Statement.import_id == import_id))


def put_back_decisions(session: Session, import_id: int, kept: Kept) -> None:
    """Hang the decisions on the statements of the same place."""
    if not kept.anew:
        return
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
    for kind, ids in ((BalanceAssertion, kept.assertions), (Resolution, kept.resolutions)):
        for row_id, ordinal in ids.items():
            statement = now.get(ordinal, (first[1], first[2]))[0]
            session.execute(update(kind).where(kind.id == row_id).values(statement_id=statement))


def put_back_stated(session: Session, import_id: int, kept: Kept) -> None:
    """Put back what persons said of the statements that are there still; the rest is logged."""
    if not kept.stated:
        return
    of_import = select(Statement).where(Statement.import_id == import_id)
    now = {row.ordinal: row for row in session.scalars(of_import)}
    for ordinal, said in kept.stated.items():
        if ordinal in now:
            state_again(session, now[ordinal], said)
        else:
            log(session, "tieout", "unstate", f"imports:{import_id}", before=dict(said))
