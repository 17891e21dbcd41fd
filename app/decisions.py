"""Takes a person's decisions: yes or no to a proposal, undoing an import, releasing a lock."""

from __future__ import annotations

import getpass
from collections.abc import Collection
from datetime import date

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import PageOutdated
from app.proposals import chosen, first_of_each_account, pending_of, waiting_proposals
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
from db.models import Document, Import
from db.session import reading, unit_of_work
from pipeline.coverage import coverage
from pipeline.review.deciding import accept, refresh, reject
from pipeline.review.errors import LedgerMovedSince
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

    Of several statements of one account only the first is decided: what the others propose is made
    anew on what becomes of it. Changes are numbered from 1 over what is decided; ``seen`` tells
    which a person looked at (`seen_of`), and ``actor`` who they are if not the user of this
    process. If the ledger moved since, nothing is done but making the proposals anew. Raises
    ``NothingWaits``, ``PageOutdated``, ``LedgerMovedSince``, ``NoSuchChange`` and ``PeriodLocked``.
    """
    try:
        with unit_of_work(engine, dry_run=dry_run) as session:
            waiting = waiting_proposals(session, import_id, seen)
            first = first_of_each_account(session, waiting)
            decisions = [
                decision_shape(proposal, accept(session, proposal.id, actor or _person(), numbers))
                for proposal, numbers in chosen(first, only)
            ]
            for later in waiting:
                if later not in first:
                    refresh(session, later.id)
            return decisions
    except LedgerMovedSince:
        make_anew(engine, import_id, dry_run=dry_run)
        raise


def make_anew(engine: Engine, import_id: int, *, dry_run: bool = False) -> bool:
    """Propose anew, against the ledger as it is now; whether anything is left to propose.

    Raises ``NothingWaits``.
    """
    with unit_of_work(engine, dry_run=dry_run) as session:
        waiting = waiting_proposals(session, import_id)
        left = [refresh(session, proposal.id) for proposal in waiting]
        return any(proposal_id is not None for proposal_id in left)


def anything_waits(engine: Engine, import_id: int) -> bool:
    """Whether the import still proposes something that nobody decided on."""
    with reading(engine) as session:
        return bool(pending_of(session, import_id))


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
