"""What a person can do to imports: accept, resolve, reject and undo, unlock, try again, cancel."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Unpack
from uuid import uuid4

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.access.rights import person
from app.acts.deciding import chosen, waiting_proposals
from app.acts.refusals import How, Tried, carried_out, unit_for
from app.environment.listing import documents_beside, settings_for
from app.errors import PageOutdated
from app.queries.history import account_id_of
from app.queries.reviews import first_of_each_account, one_job
from app.shapes.decisions import DecisionShape, UndoneShape, decision_shape, left_shapes
from app.shapes.imports import ImportShape, JobShape, import_shape
from app.shapes.writing import shaped
from db.errors import TieoutError
from db.ledger import locks
from db.models import Account, Document, Import, Proposal
from db.money import exponent_of, to_minor
from db.session import Watch, read_only, unit_of_work, watch
from db.words import ProposalStatus
from jobs.documents.keeping import remove_unclaimed
from jobs.imports.reprocess import reprocess as read_again
from jobs.options import ImportOptions
from jobs.queue.submit import refill
from jobs.queue.table import JobAction, JobOutcome, Selection, change_many
from jobs.queue.work_queue import WorkQueue
from pipeline.record.settling import settle, settle_stale
from pipeline.review import deciding, resolving, undoing
from pipeline.review.errors import LedgerMovedSince, LedgerStale, NoAccountYet
from pipeline.review.resolving import Wish, one_difference


def accept(
    engine: Engine,
    import_id: int,
    only: Collection[int],
    *,
    from_ask: bool = False,
    of: Collection[int] = (),
    as_before: Collection[int] = (),
    legs: Mapping[int, str] | None = None,
    hears: Watch | None = None,
    **how: Unpack[How],
) -> list[DecisionShape]:
    """Carry out what the import proposes; ``only`` are the numbers of changes, all if empty, and
    ``as_before`` of those whose payee is to be called as earlier decisions propose; ``legs`` are
    the counter-accounts that a person names, by the number of the change. With ``from_ask`` it is
    only about what a model proposed when it was asked; with ``of`` only about the proposals of
    these ids.

    Of several statements of one account only the first is decided: what the others propose is made
    again on what becomes of it. Changes are numbered from 1 over what is decided; ``seen`` says
    which a person looked at (`seen_of`), and ``actor`` who they are if not the user of this
    process; ``hears`` hears the progress. If the ledger moved since, nothing is done but making
    the proposals again. Raises ``NothingWaits``, ``PageOutdated``, ``LedgerMovedSince``,
    ``NoSuchChange``, ``NotKnownBefore``, ``NoLegThere``, ``LegUnknown``, ``PeriodLocked`` and
    ``WouldBreakLock``."""

    def act(session: Session, who: str) -> list[DecisionShape]:
        watch(session, hears)
        return accepted(
            session,
            import_id,
            only,
            who,
            from_ask=from_ask,
            of=of,
            as_before=as_before,
            legs=legs,
            seen=how.get("seen"),
        )

    try:
        return carried_out(engine, act, "accept", how)
    except LedgerMovedSince:
        propose_again(engine, import_id, dry_run=how.get("dry_run", False))
        raise


def accepted(
    session: Session,
    import_id: int,
    only: Collection[int],
    who: str,
    *,
    from_ask: bool = False,
    of: Collection[int] = (),
    as_before: Collection[int] = (),
    legs: Mapping[int, str] | None = None,
    seen: str | None = None,
) -> list[DecisionShape]:
    """The same in a unit of work of the caller's, who may look at what it came to."""
    waiting = waiting_proposals(session, import_id, seen, from_ask=from_ask, of=of)
    first = first_of_each_account(session, waiting)
    group = uuid4().hex if len(first) > 1 else None
    called = dict(chosen(first, as_before)) if as_before else {}
    names = (leg for _, leg in sorted((legs or {}).items()))
    booked = {
        proposal: dict(zip(own or (), names, strict=False))
        for proposal, own in (chosen(first, legs) if legs else ())
    }
    return [
        decision_shape(
            proposal,
            deciding.accept(
                session,
                proposal.id,
                who,
                numbers,
                group,
                called.get(proposal) or (),
                booked.get(proposal),
            ),
        )
        for proposal, numbers in chosen(first, only)
        # What one decision settles may be what another proposes.
        if proposal in session and proposal.status is ProposalStatus.PENDING
    ]


def resolve(
    engine: Engine, import_id: int, number: int, wish: Wish, **how: Unpack[How]
) -> DecisionShape:
    """Settle one of the import's differences as a person wishes.

    ``seen`` says what the person looked at (`pipeline.review.resolving.seen_of`). Anyone who
    decided on its statement since, or else between this call's first look and its turn, has won. If
    something wrote past tieout, nothing is done but proving again. Raises what
    `pipeline.review.resolving.resolve` raises."""
    seen = how.get("seen")
    if seen is None:
        with read_only(engine) as session:
            seen = resolving.seen_of(session, resolving.one_difference(session, import_id, number))

    def act(session: Session, who: str) -> DecisionShape:
        decided = resolving.resolve(session, import_id, number, wish, who, seen)
        return decision_shape(session.get_one(Proposal, decided.proposal_id), decided)

    try:
        return carried_out(engine, act, wish.act, how)
    except LedgerStale:
        with unit_for(engine, how) as (session, _):
            settle_stale(session)
        raise


def propose_again(engine: Engine, import_id: int, *, dry_run: bool = False) -> bool:
    """Propose again against today's ledger; whether anything is left. Raises ``NothingWaits``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        waiting = waiting_proposals(session, import_id)
        left = [deciding.refresh(session, proposal.id) for proposal in waiting]
        return any(proposal_id is not None for proposal_id in left)


def reject(
    engine: Engine,
    import_id: int,
    reason: str,
    *,
    from_ask: bool = False,
    of: Collection[int] = (),
    **how: Unpack[How],
) -> list[DecisionShape]:
    """Refuse what the import proposes, or only what a model proposed, or only the proposals of
    these ids, for a reason. Raises ``NothingWaits`` and ``PageOutdated``."""
    with unit_for(engine, how) as (session, who):
        waiting = waiting_proposals(session, import_id, how.get("seen"), from_ask=from_ask, of=of)
        return [
            decision_shape(each, deciding.reject(session, each.id, reason, who)) for each in waiting
        ]


def undo(
    engine: Engine, import_id: int, *, of: str | None = None, **how: Unpack[Tried]
) -> UndoneShape:
    """Undo an import; ``of`` is the hash of the document that a person saw it by.

    The document's bytes go too, for no import refers to them any more: after the rows, and only if
    no one brings the same document in meanwhile; where they are kept cannot be reached, they stay
    for `tieout documents check`. An undone import's number may be given out again. Raises
    ``NoSuchImport``, ``PageOutdated``, ``NotUndone`` and ``WouldBreakLock``."""
    documents: list[str] = []

    def act(session: Session, who: str) -> UndoneShape:
        sha256 = _sha256(session, import_id)
        if of is not None and of != sha256:
            raise PageOutdated(import_id=import_id)
        documents[:] = [sha256] if sha256 else []
        undone = undoing.undo(session, import_id, who)
        return shaped(UndoneShape, undone, import_id=import_id, left=left_shapes(undone))

    undone = carried_out(engine, act, "undo", how)
    if not how.get("dry_run"):
        _drop(engine, documents)
    return undone


def _drop(engine: Engine, documents: Iterable[str]) -> None:
    """Take away what no import refers to any more, if it is there and can be reached."""
    with suppress(TieoutError):
        kept = documents_beside(engine).of(engine)
        for sha256 in documents:
            if kept is not None and kept.has(sha256):
                remove_unclaimed(engine, kept, sha256)


def reprocess(
    engine: Engine, import_id: int, options: ImportOptions, file: Path | None = None
) -> ImportShape:
    """Read an import's document again, with the reader and the ledger of today.

    ``file`` is where it lies now. Raises ``NoSuchImport`` and ``DocumentGone``; what else goes
    wrong is in the record."""
    return import_shape(read_again(engine, import_id, options, file))


def unlock(engine: Engine, lock_id: int, reason: str, **how: Unpack[How]) -> None:
    """Release a locked period, for a reason; ``seen`` is of the lock as a person looked at it.
    Raises ``NoSuchLock`` and ``LockMoved``."""
    with unit_for(engine, how) as (session, who):
        locks.unlock(session, lock_id, reason, who, how.get("seen"))
        settle(session)


def retry(engine: Engine, import_id: int, *, actor: str | None = None) -> JobShape:
    """Let a failed import wait again, and queue it for the workers if there is a queue. Raises
    ``NoSuchImport``, ``NotFailed`` and ``QueueUnreachable``."""
    return _changed(engine, JobAction.RETRY, import_id, actor)


def cancel(engine: Engine, import_id: int, *, actor: str | None = None) -> JobShape:
    """Keep an import from being carried out. Raises ``NoSuchImport`` and ``NotOpen``."""
    return _changed(engine, JobAction.CANCEL, import_id, actor)


def change_work(
    engine: Engine, change: JobAction, selection: Selection, *, actor: str | None = None
) -> Iterator[JobOutcome]:
    """Retry or cancel every import of the selection, and report the outcome of each as it is done.
    Raises ``QueueUnreachable``; what was changed before that stays."""
    redis_url = settings_for(engine).redis_url
    work_queue = WorkQueue(redis_url) if redis_url and change is JobAction.RETRY else None
    for batch in change_many(engine, change, selection, actor or person()):
        if work_queue is not None:
            refill(engine, work_queue)
        yield from batch


def _changed(engine: Engine, change: JobAction, import_id: int, actor: str | None) -> JobShape:
    (changed,) = change_work(engine, change, Selection(ids=(import_id,)), actor=actor)
    if changed.error is not None:
        raise changed.error
    return one_job(engine, import_id)


def _sha256(session: Session, import_id: int) -> str | None:
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    return session.scalar(query.where(Import.id == import_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionRequest:
    """What a person said; ``account`` is any word for one, ``amounts`` are decimals as typed."""

    act: str
    lines: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    day: date | None = None
    account: str | None = None
    amounts: tuple[str, ...] = ()
    reason: str = ""


def understood(engine: Engine, import_id: int, number: int, asked: ResolutionRequest) -> Wish:
    """The same in the ledger's terms; amounts are in the currency of the difference's account.
    Raises ``AccountUnclear``, ``NoSuchImport``, ``NoSuchDifference``, ``NoAccountYet`` and the
    errors of `db.money`."""
    with read_only(engine) as session:
        return Wish(
            asked.act,
            asked.lines,
            asked.entries,
            asked.day,
            account_id_of(session, asked.account),
            _minor(session, import_id, number, asked.amounts) if asked.amounts else (),
            asked.reason.strip(),
        )


def _minor(
    session: Session, import_id: int, number: int, amounts: Sequence[str]
) -> tuple[int, ...]:
    account_id = one_difference(session, import_id, number).row.statement.account_id
    if account_id is None:
        raise NoAccountYet(import_id=import_id)
    exponent = exponent_of(session.get_one(Account, account_id).currency)
    return tuple(to_minor(amount, exponent) for amount in amounts)
