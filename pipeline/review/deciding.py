"""A person's yes or no to a proposal: the yes is exactly what was shown, or nothing at all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.audit import log
from db.bookkeeping import hold as hold_account
from db.models import Import, Proposal, Reconciliation, utc_now
from db.words import ProposalStatus, Verdict
from pipeline.account.new_account import free_name, is_outdated, meant_by_now
from pipeline.record.drafts import draft_of
from pipeline.record.standing import standing
from pipeline.review.applying import apply, opening_account
from pipeline.review.errors import (
    AlreadyDecided,
    LedgerMovedSince,
    NoSuchChange,
    NoSuchProposal,
    NothingToCarryOut,
)
from pipeline.review.reproof import (
    propose_rest,
    prove_again,
    record_again,
    stored_differences,
)
from pipeline.review.sealing import seal

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision came to.

    ``applied`` has ``{op, entry, before, after}`` per change. ``lock_id`` is the period's lock if
    the statement is matched now; ``rest`` the proposal for what is still open, if anything is.
    """

    proposal_id: int
    verdict: Verdict
    applied: tuple[dict[str, Any], ...] = ()
    lock_id: int | None = None
    rest: int | None = None


def accept(
    session: Session, proposal_id: int, actor: str, only: Collection[int] | None = None
) -> Decided:
    """Carry out the proposal, or of its changes ``only`` these (counted from 1).

    All or nothing happens in the caller's transaction. Raises ``NoSuchProposal``,
    ``AlreadyDecided``, ``NothingToCarryOut``, ``NoSuchChange``, ``LedgerMovedSince``,
    ``PeriodLocked`` and ``AccountExists``.
    """
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    applied = _carried_out(session, proposal, row, _chosen(proposal, only))
    comparison, proof = record_again(session, row)
    rest = propose_rest(session, row, comparison, proof)
    matched = proof.verdict is Verdict.MATCHED
    sealed = seal(session, row, actor) if matched else {}
    _decide(proposal, ProposalStatus.ACCEPTED, actor, None)
    after = {"import": row.statement.import_id, "applied": list(applied), **sealed}
    log(session, actor, "accept", f"proposals:{proposal.id}", after=after)
    settle_import(session, row.statement.import_id)
    return Decided(proposal_id, row.verdict, applied, sealed.get("lock"), rest.id if rest else None)


def _carried_out(
    session: Session, proposal: Proposal, row: Reconciliation, chosen: list[dict[str, Any]]
) -> tuple[dict[str, Any], ...]:
    """The changes as they were applied to the ledger that was shown."""
    statement = row.statement
    if statement.account_id is None:
        if is_outdated(session, draft_of(statement), chosen[0]):
            raise _moved(session, proposal, row)
        opened = opening_account(session, chosen[0])
        statement.account_id = opened["after"]["account_id"]
        session.flush()
        return (opened,)
    if hold_account(session, statement.account_id) != proposal.ledger_etag:
        raise _moved(session, proposal, row)
    account_id, import_id = statement.account_id, statement.import_id
    return tuple(apply(session, account_id, import_id, change) for change in chosen)


def reject(session: Session, proposal_id: int, reason: str, actor: str) -> Decided:
    """Say no, for a reason that is kept. Raises ``NoSuchProposal`` and ``AlreadyDecided``."""
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    _decide(proposal, ProposalStatus.REJECTED, actor, reason)
    log(session, actor, "reject", f"proposals:{proposal.id}", after={"reason": reason})
    settle_import(session, row.statement.import_id)
    return Decided(proposal_id, row.verdict)


def refresh(session: Session, proposal_id: int) -> int | None:
    """Make a pending proposal anew against the ledger as it is now, and give its id.

    The one before is deleted, for nobody decided on it. None if nothing is left to propose. Raises
    ``NoSuchProposal`` and ``AlreadyDecided``.
    """
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    if row.statement.account_id is None and not _found_account(session, proposal, row):
        return proposal.id
    comparison, proof = record_again(session, row)
    session.delete(proposal)
    session.flush()
    again = propose_rest(session, row, comparison, proof)
    settle_import(session, row.statement.import_id)
    return again.id if again else None


def _found_account(session: Session, proposal: Proposal, row: Reconciliation) -> bool:
    """Whether the statement's account is there by now; else the new one has a name to itself."""
    draft = draft_of(row.statement)
    row.statement.account_id = meant_by_now(session, draft)
    if row.statement.account_id is None:
        proposal.changes = [{**proposal.changes[0], "name": free_name(session, draft)}]
    session.flush()
    return row.statement.account_id is not None


def pending(session: Session, proposal_id: int) -> Proposal:
    """The proposal, if it still waits. Raises ``NoSuchProposal`` and ``AlreadyDecided``."""
    query = select(Proposal).where(Proposal.id == proposal_id).with_for_update()
    # Whoever had to wait for the row must see what the other has made of it.
    proposal = session.scalar(query.execution_options(populate_existing=True))
    if proposal is None:
        raise NoSuchProposal(proposal_id=proposal_id)
    if proposal.status is not ProposalStatus.PENDING:
        raise AlreadyDecided(proposal_id=proposal_id, status=proposal.status.value)
    return proposal


def settle_import(session: Session, import_id: int) -> None:
    """Say anew how the import stands."""
    session.get_one(Import, import_id).status = standing(session, import_id)


def _reconciliation(session: Session, proposal: Proposal) -> Reconciliation:
    if proposal.reconciliation_id is None:
        raise NoSuchProposal(proposal_id=proposal.id)
    return session.get_one(Reconciliation, proposal.reconciliation_id)


def _chosen(proposal: Proposal, only: Collection[int] | None) -> list[dict[str, Any]]:
    count = len(proposal.changes)
    if not count:
        raise NothingToCarryOut(proposal_id=proposal.id)
    for number in only or ():
        if not 1 <= number <= count:
            raise NoSuchChange(proposal_id=proposal.id, number=number, count=count)
    return [
        change
        for number, change in enumerate(proposal.changes, start=1)
        if only is None or number in only
    ]


def _moved(session: Session, proposal: Proposal, row: Reconciliation) -> LedgerMovedSince:
    shown = stored_differences(row)
    _, proof = prove_again(session, row)
    now = proof.differences
    return LedgerMovedSince(
        proposal_id=proposal.id,
        gone=sum(each not in now for each in shown),
        new=sum(each not in shown for each in now),
    )


def _decide(proposal: Proposal, status: ProposalStatus, actor: str, reason: str | None) -> None:
    proposal.status, proposal.decided_by = status, actor
    proposal.decided_reason, proposal.decided_at = reason, utc_now()
