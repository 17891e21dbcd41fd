"""Takes a person's decisions: yes or no to a proposal, undoing an import, releasing a lock."""

from __future__ import annotations

import getpass
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import NothingWaits, PageOutdated
from app.shapes.decisions import (
    DecisionShape,
    MonthShape,
    UndoneShape,
    decision_shape,
    month_shape,
    undone_shape,
)
from db.ledger import accounts
from db.locks import unlock
from db.models import Document, Import, Proposal, Reconciliation, Statement
from db.session import reading, unit_of_work
from db.words import ProposalStatus
from pipeline.coverage import coverage
from pipeline.review.deciding import accept, refresh, reject
from pipeline.review.errors import LedgerMovedSince, NoSuchChange
from pipeline.review.undoing import undo


def say_yes(
    engine: Engine,
    import_id: int,
    only: Collection[int],
    *,
    dry_run: bool,
    seen: str | None = None,
    actor: str | None = None,
) -> list[DecisionShape]:
    """Carry out what the import proposes; ``only`` are the numbers of changes, all if empty.

    Changes are numbered from 1 over all of the import's proposals; ``seen`` tells which a person
    looked at (`seen_of`), and ``actor`` who they are if not the user of this process. If the
    ledger moved since, nothing is done but making the proposals anew. Raises ``NothingWaits``,
    ``PageOutdated``, ``LedgerMovedSince``, ``NoSuchChange`` and
    ``PeriodLocked``.
    """
    try:
        with unit_of_work(engine, dry_run=dry_run) as session:
            chosen = _chosen(waiting_proposals(session, import_id, seen), only)
            return [
                decision_shape(proposal, accept(session, proposal.id, actor or _person(), numbers))
                for proposal, numbers in chosen
            ]
    except LedgerMovedSince:
        make_anew(engine, import_id, dry_run=dry_run)
        raise


def make_anew(engine: Engine, import_id: int, *, dry_run: bool = False) -> None:
    """Propose anew, against the ledger as it is now. Raises ``NothingWaits``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        for proposal in waiting_proposals(session, import_id):
            refresh(session, proposal.id)


def say_no(
    engine: Engine,
    import_id: int,
    reason: str,
    *,
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
) -> list[DecisionShape]:
    """Refuse what the import proposes, for a reason.

    Raises ``NothingWaits`` and ``PageOutdated``.
    """
    with unit_of_work(engine, dry_run=dry_run) as session:
        return [
            decision_shape(proposal, reject(session, proposal.id, reason, actor or _person()))
            for proposal in waiting_proposals(session, import_id, seen)
        ]


def take_back(
    engine: Engine,
    import_id: int,
    *,
    dry_run: bool,
    of: str | None = None,
    actor: str | None = None,
) -> UndoneShape:
    """Undo an import; ``of`` is the hash of the document that a person saw it by.

    An undone import's number may be given out again. Raises ``NoSuchImport``, ``PageOutdated`` and
    ``NotUndone``.
    """
    with unit_of_work(engine, dry_run=dry_run) as session:
        if of is not None and of != _sha256(session, import_id):
            raise PageOutdated(import_id=import_id)
        return undone_shape(import_id, undo(session, import_id, actor or _person()))


def release(engine: Engine, lock_id: int, reason: str, *, dry_run: bool = False) -> None:
    """Release a locked period, for a reason. Raises ``NoSuchLock``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        unlock(session, lock_id, reason, _person())


def all_months(engine: Engine, until: date, since: date | None) -> list[MonthShape]:
    """Every account's months up to that of ``until``."""
    with reading(engine) as session:
        return [
            month_shape(account, month)
            for account in accounts(session)
            for month in coverage(session, account.id, until, since)
        ]


def _sha256(session: Session, import_id: int) -> str | None:
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    return session.scalar(query.where(Import.id == import_id))


def _person() -> str:
    """Who decides, as the log keeps it."""
    return getpass.getuser()


def waiting_proposals(
    session: Session, import_id: int, seen: str | None = None
) -> Sequence[Proposal]:
    """What the import proposes and nobody decided on yet, in order.

    Raises ``NothingWaits``, and ``PageOutdated`` if that is not what a person has ``seen``.
    """
    query = (
        select(Proposal)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id, Proposal.status == ProposalStatus.PENDING)
        .order_by(Proposal.id)
    )
    found = session.scalars(query).all()
    if not found:
        raise NothingWaits(import_id=import_id)
    if seen is not None and seen != seen_of(found):
        raise PageOutdated(import_id=import_id)
    return found


def seen_of(proposals: Iterable[Proposal]) -> str:
    """Stands for exactly these proposals, against the ledger that they were made for."""
    told = "".join(
        f"{each.id} {each.ledger_etag} {json.dumps(each.changes, sort_keys=True)}\n"
        for each in proposals
    )
    return hashlib.sha256(told.encode()).hexdigest()


def _chosen(
    proposals: Sequence[Proposal], only: Collection[int]
) -> list[tuple[Proposal, list[int] | None]]:
    """Each proposal that is meant with its own numbers, or None for all of its changes."""
    if not only:
        return [(proposal, None) for proposal in proposals]
    found: list[tuple[Proposal, list[int] | None]] = []
    before = 0
    for proposal in proposals:
        own = [n - before for n in sorted(set(only)) if 0 < n - before <= len(proposal.changes)]
        before += len(proposal.changes)
        found += [(proposal, own)] if own else []
    beyond = [number for number in only if not 1 <= number <= before]
    if beyond:
        raise NoSuchChange(proposal_id=proposals[0].id, number=beyond[0], count=before)
    return found
