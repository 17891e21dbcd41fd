"""A person's yes or no to a proposal: the yes is exactly what was shown, or nothing at all."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.writers.journal_patch import is_account
from db.ledger.bookkeeping import hold as hold_account
from db.ledger.bookkeeping import remember_account, remember_statement
from db.ledger.locks import lock_in_force
from db.log import log
from db.models import Import, Proposal, Reconciliation, Statement, utc_now
from db.sources.corrections import ADDED, LEG, journal_of
from db.statements.pages import import_of
from db.words import ProposalStatus, Verdict
from pipeline.account.new_account import is_outdated
from pipeline.record.drafts import draft_of
from pipeline.record.proposing import by_ordinal, leave, left_alone, recorded_differences
from pipeline.record.settling import is_stale, settle, settle_stale
from pipeline.record.standing import standing
from pipeline.review.applying import apply_all, opening_account
from pipeline.review.errors import (
    AlreadyDecided,
    LedgerMovedSince,
    LegUnknown,
    NoLegThere,
    NoSuchChange,
    NoSuchProposal,
    NothingToCarryOut,
    NotKnownBefore,
)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision came to.

    ``applied`` has ``{op, entry, before, after}`` per change. ``lock_id`` is the period's lock if
    the statement is matched now; ``rest`` the proposal for what is still open, if anything is.
    ``proven`` is how many statements were proven again for it; ``act`` is its number in the log.
    """

    proposal_id: int
    verdict: Verdict
    act: int
    applied: tuple[dict[str, Any], ...] = ()
    lock_id: int | None = None
    rest: int | None = None
    proven: int = 0


def accept(
    session: Session,
    proposal_id: int,
    actor: str,
    only: Collection[int] | None = None,
    group: str | None = None,
    as_before: Collection[int] = (),
    legs: Mapping[int, str] | None = None,
) -> Decided:
    """Carry out the proposal, or of its changes ``only`` these (counted from 1). Decisions of one
    ``group`` were made by one yes, and can be undone together. What changes ``as_before`` add gets
    the payee's name that earlier decisions propose; ``legs`` are counter-accounts of what is added,
    by the number of its change.

    All or nothing happens in the caller's transaction. Raises ``NoSuchProposal``,
    ``AlreadyDecided``, ``NothingToCarryOut``, ``NoSuchChange``, ``NotKnownBefore``, ``NoLegThere``,
    ``LegUnknown``, ``LedgerMovedSince``, ``PeriodLocked`` and ``AccountExists``.
    """
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    chosen = _chosen(proposal, only, as_before, legs or {})
    _require_legs(session, row.statement.account_id, proposal, legs or {})
    applied = _carried_out(session, proposal, row, list(chosen.values()), actor)
    _keep_legs(proposal, chosen, applied)
    _decide(proposal, ProposalStatus.ACCEPTED, actor, None)
    settled = settle(session, actor)
    after = {"import": row.statement.import_id, "applied": list(applied), "locks": settled.locks}
    after |= {"group": group} if group else {}
    act = log(session, actor, "accept", f"proposals:{proposal.id}", after=after)
    settle_import(session, row.statement.import_id)
    return Decided(
        proposal_id,
        row.verdict,
        act.id,
        applied,
        lock_in_force(session, row.id),
        waiting_of(session, row),
        len(settled.proven),
    )


def _carried_out(
    session: Session,
    proposal: Proposal,
    row: Reconciliation,
    chosen: list[dict[str, Any]],
    actor: str,
) -> tuple[dict[str, Any], ...]:
    """The changes as they were applied to the ledger that was shown."""
    statement = row.statement
    if statement.account_id is None:
        if is_outdated(session, draft_of(statement), chosen[0]):
            raise _moved(session, proposal, row)
        opened = opening_account(session, chosen[0])
        account_id = opened["after"]["account_id"]
        statement.account_id = account_id
        if statement.days is not None:
            remember_statement(session, account_id, *statement.days)
        return (opened,)
    hold_account(session, statement.account_id)
    if is_stale(session, statement.account_id) or row.ledger_etag != proposal.ledger_etag:
        raise _moved(session, proposal, row)
    return tuple(apply_all(session, statement, chosen, actor))


def reject(session: Session, proposal_id: int, reason: str, actor: str) -> Decided:
    """Say no, for a reason that is kept: what differs stays as it is, and waits for no one. A no to
    what a model suggested says nothing of what differs.

    Raises ``NoSuchProposal`` and ``AlreadyDecided``.
    """
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    _decide(proposal, ProposalStatus.REJECTED, actor, reason)
    left = []
    if row.statement.account_id is not None and proposal.suggested_by is None:
        lines = draft_of(row.statement).lines
        rows = by_ordinal(lines)
        for each in left_alone(session, row, lines, recorded_differences(row)):
            left.append(leave(session, row, each, rows, reason, actor).id)
    after = {"import": row.statement.import_id, "reason": reason, "left_as_is": left}
    act = log(session, actor, "reject", f"proposals:{proposal.id}", after=after)
    settle_import(session, row.statement.import_id)
    return Decided(proposal_id, row.verdict, act.id)


def refresh(session: Session, proposal_id: int) -> int | None:
    """Make a pending proposal again if the ledger moved past `settle`, and give its id.

    None if nothing is left to propose. Raises ``NoSuchProposal`` and ``AlreadyDecided``.
    """
    proposal = pending(session, proposal_id)
    row = _reconciliation(session, proposal)
    remember_account(session)
    settle_stale(session)
    settle(session)
    settle_import(session, row.statement.import_id)
    return waiting_of(session, row)


def waiting_of(session: Session, row: Reconciliation) -> int | None:
    """The id of what the statement proposes now."""
    query = select(Proposal.id).where(
        Proposal.reconciliation_id == row.id, Proposal.status == ProposalStatus.PENDING
    )
    return session.scalar(query)


def pending(session: Session, proposal_id: int) -> Proposal:
    """The proposal, if it still waits, held with its import, which an undo holds too.

    Raises ``NoSuchProposal``, ``AlreadyDecided`` and ``NoSuchImport``.
    """
    its_import = (
        select(Statement.import_id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .join(Proposal, Proposal.reconciliation_id == Reconciliation.id)
    )
    import_id = session.scalar(its_import.where(Proposal.id == proposal_id))
    if import_id is not None:
        import_of(session, import_id, hold=True)
    query = select(Proposal).where(Proposal.id == proposal_id).with_for_update()
    # Anyone who had to wait for the row must see what the other has made of it.
    proposal = session.scalar(query.execution_options(populate_existing=True))
    if proposal is None:
        raise NoSuchProposal(proposal_id=proposal_id)
    if proposal.status is not ProposalStatus.PENDING:
        raise AlreadyDecided(proposal_id=proposal_id, status=proposal.status.value)
    return proposal


def settle_import(session: Session, import_id: int) -> None:
    session.get_one(Import, import_id).status = standing(session, import_id)


def _reconciliation(session: Session, proposal: Proposal) -> Reconciliation:
    if proposal.reconciliation_id is None:
        raise NoSuchProposal(proposal_id=proposal.id)
    return session.get_one(Reconciliation, proposal.reconciliation_id)


def _chosen(
    proposal: Proposal,
    only: Collection[int] | None,
    as_before: Collection[int],
    legs: Mapping[int, str],
) -> dict[int, dict[str, Any]]:
    """The changes to carry out by their numbers, with what a person said of each."""
    count = len(proposal.changes)
    if not count:
        raise NothingToCarryOut(proposal_id=proposal.id)
    for number in (*(only or ()), *as_before, *legs):
        if not 1 <= number <= count:
            raise NoSuchChange(proposal_id=proposal.id, number=number, count=count)
        if number in as_before and "payee" not in proposal.changes[number - 1]:
            raise NotKnownBefore(number=number)
    called = {n: {"description": proposal.changes[n - 1]["payee"]} for n in as_before}
    booked = {n: {LEG: leg, "counter_account": leg} for n, leg in legs.items()}
    return {
        number: {**change, **called.get(number, {}), **booked.get(number, {})}
        for number, change in enumerate(proposal.changes, start=1)
        if only is None or number in only
    }


def _require_legs(
    session: Session, account_id: int | None, proposal: Proposal, legs: Mapping[int, str]
) -> None:
    """Raises ``NoLegThere`` and ``LegUnknown`` if not all can be written where the account is."""
    journal = journal_of(session, account_id) if legs and account_id is not None else None
    for number, leg in legs.items():
        if journal is None or proposal.changes[number - 1]["op"] != "add":
            raise NoLegThere(number=number)
        known = journal.others or ()
        # Only beancount has every account opened before it is used.
        unopened = journal.form == "beancount" and known and leg not in known
        if unopened or leg == journal.own or not is_account(journal.form, leg):
            raise LegUnknown(account=leg, source=journal.name, like=next(iter(known), "Expenses"))


def _keep_legs(
    proposal: Proposal, chosen: Mapping[int, dict[str, Any]], applied: Iterable[dict[str, Any]]
) -> None:
    """Keep with the decision which entry is to have which counter-account."""
    added = (each["after"] for each in applied if LEG in each)
    changes = list(proposal.changes)
    for number, change in chosen.items():
        if LEG in change:
            entry = next(added)
            named = {LEG: change[LEG], ADDED: [entry["id"], entry["fingerprint"]]}
            changes[number - 1] = {**changes[number - 1], **named}
    proposal.changes = changes


def _moved(session: Session, proposal: Proposal, row: Reconciliation) -> LedgerMovedSince:
    """Says what moved; anyone who raises it undoes what was settled to find that out."""
    shown = recorded_differences(row)
    settle_stale(session)
    now = recorded_differences(row)
    return LedgerMovedSince(
        proposal_id=proposal.id,
        gone=sum(each not in now for each in shown),
        new=sum(each not in shown for each in now),
    )


def _decide(proposal: Proposal, status: ProposalStatus, actor: str, reason: str | None) -> None:
    proposal.status, proposal.decided_by = status, actor
    proposal.decided_reason, proposal.decided_at = reason, utc_now()
