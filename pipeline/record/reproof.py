"""Proves a recorded statement again against the ledger as it is now, and records that."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import defer, joinedload

from db.imports import import_of
from db.models import Reconciliation, Statement
from pipeline.account.comparison import Comparison
from pipeline.account.ledger_query import ledger_side
from pipeline.account.one_account import OneAccount
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.match import explained
from pipeline.matching.verdicts import Proof
from pipeline.proof.ledger_side import LedgerSide
from pipeline.proof.page import KERNEL_VERSION
from pipeline.proof.period import Period
from pipeline.record.account_order import Placed
from pipeline.record.as_json import CHECKS, DIFFERENCES, stored
from pipeline.record.certificates import stored_witness
from pipeline.record.drafts import draft_of, is_of_this_kernel
from pipeline.record.held import Held, held_by_others
from pipeline.record.kept_figures import keep_figures
from pipeline.record.left import left_alone
from pipeline.record.pairing import Paired
from pipeline.record.proofs import second_witnesses
from pipeline.record.proposing import keep_proposal
from pipeline.record.sealing import refuse_broken, release_own, seal, ties_out

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PROOFS: Final = (
    select(Reconciliation)
    .where(Reconciliation.statement_id.in_(bindparam("statements", expanding=True)))
    .options(
        joinedload(Reconciliation.statement).defer(Statement.checks),
        # Long, and of the time when it was brought in.
        *(defer(column) for column in (Reconciliation.trace, Reconciliation.claim)),
    )
)


@dataclass(frozen=True, slots=True)
class Proven:
    """A statement as it was proven again; ``before`` is whether it tied out until then."""

    row: Reconciliation
    draft: StatementDraft
    comparison: Comparison
    proof: Proof
    before: bool

    def lock(self, session: Session, actor: str, *, of_ledger: bool) -> list[int]:
        """Lock the period if it ties out now, and give the lock's id.

        Raises ``WouldBreakLock`` if it tied out, is locked, and a change ``of_ledger`` ended that.
        """
        if not self.row.statement.stands or not is_of_this_kernel(self.row.statement):
            return []
        if ties_out(self.proof.checks):
            return seal(session, self.row, actor, again=not self.before)
        if of_ledger and self.before:
            refuse_broken(session, self.row)
        return []

    def release(self, session: Session) -> list[int]:
        """Release what came by itself if another document ended that it ties out; the ids."""
        ended = self.before and not ties_out(self.proof.checks)
        return release_own(session, self.row) if ended else []


def reconciliations(session: Session, statements: Collection[int]) -> dict[int, Reconciliation]:
    """What was recorded of these statements' proofs, by the statement's id."""
    rows = session.scalars(_PROOFS, {"statements": list(statements)})
    return {row.statement_id: row for row in rows}


def reconciliations_of(session: Session, import_id: int) -> Sequence[Reconciliation]:
    """The same of an import's statements, in their order. Raises ``NoSuchImport``."""
    import_of(session, import_id)
    return session.scalars(
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
    ).all()


def reprove(
    one: OneAccount,
    placed: Placed,
    row: Reconciliation,
    lines: Sequence[Line],
    paired: Paired,
    draft: StatementDraft | None = None,
) -> Proven | None:
    """Hold the statement to the ledger with these pairs, and record what comes of it.

    None if nothing that a proof rests on is other than it was. What an earlier version said of a
    statement stays its verdict until the document is read again, for there is nothing here to
    prove that from.
    """
    session = one.session
    comparison = compared(one, placed, lines, paired)
    held = held_by_others(one, placed, row.id)
    etag = _etag(placed, comparison.side, paired, held)
    if etag == row.ledger_etag:
        return None
    draft = draft or draft_of(row.statement, lines)
    proof, before = comparison.proof(draft), ties_out(CHECKS.validate_python(row.proof))
    if is_of_this_kernel(row.statement):
        row.verdict = proof.verdict
        row.proof = stored(CHECKS, proof.checks)
        if draft.proof is not None:
            second = second_witnesses(draft, comparison, proof)
            row.statement.certificate = stored_witness(draft.proof, second)
    row.differences = stored(DIFFERENCES, proof.differences)
    keep_figures(row)
    row.ledger_etag = etag
    session.flush()
    session.expire(row, ["matches"])
    open_ = left_alone(session, row, lines, proof.differences) if placed.stands else ()
    keep_proposal(session, row, draft, comparison.side, open_, held)
    return Proven(row, draft, comparison, proof, before)


def compared(one: OneAccount, placed: Placed, lines: Sequence[Line], paired: Paired) -> Comparison:
    """The statement beside its account, with these pairs, which are those that are recorded."""
    period, settings = Period(placed.start, placed.end), placed.settings
    first = min((line.date for line in lines if line.date is not None), default=None)
    own = {entry for _, entry in paired.pairs}
    side = ledger_side(one, period, first, settings, ignoring=(placed.id,), own=own)
    there = {entry.id for entry in side.entries}
    doubts = [replace(doubt, entries=doubt.entries & there) for doubt in paired.doubts]
    matching = explained(
        lines, side.entries, paired.links, doubts, period, settings, paired.by_hand
    )
    return Comparison(side, matching, settings)


def _etag(placed: Placed, side: LedgerSide, paired: Paired, held: Held) -> str:
    """A digest of everything that the proof rests on beside the page: the ledger's version that a
    verdict is true of."""
    said = (
        KERNEL_VERSION,
        (placed.window, placed.stands, placed.proven),
        (side.currency, side.mask, side.opening, side.closing, side.blank, side.previous),
        [(e.id, e.booked_on, e.amount_minor, e.description) for e in side.entries],
        side.elsewhere,
        (side.outstanding, sorted(side.expected)),
        sorted(paired.pairs),
        (held.days, sorted(held.entries)),
        sorted((group.lines, group.entries) for group in paired.by_hand),
        sorted((sorted(d.lines), sorted(d.entries), d.reason.value) for d in paired.doubts),
    )
    return hashlib.sha256(repr(said).encode()).hexdigest()
