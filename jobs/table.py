"""The table of imports as a person watches over it: list, show, retry, cancel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from sqlalchemy import ScalarSelect, func, select, update
from sqlalchemy.orm import Session

from db.audit import log
from db.errors import TieoutError
from db.imports import import_of
from db.models import Import
from db.words import COUNTED_UP_TO, FaultClass, ImportStatus
from jobs.leases import let_go, requeue
from jobs.losses import Abandoned, Poison
from jobs.selection import Selection
from jobs.states import OPEN
from jobs.tries import Tries

_EVERYTHING = Selection()


class NotFailed(TieoutError):
    """Import {import_id} is {status}, and only a failed one can be tried again. To read one that
    ended with the reader of today: tieout reprocess {import_id}"""

    code: ClassVar[str] = "not_failed"


class NotOpen(TieoutError):
    """Import {import_id} is {status}: there is nothing left to cancel. To take back what it did:
    tieout undo {import_id}"""

    code: ClassVar[str] = "not_open"


class Cancelled(TieoutError):
    """A person cancelled this import. To bring the document in after all: tieout jobs retry
    {import_id}"""

    code: ClassVar[str] = "cancelled"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


#: How an import ended that is brought in again only by name: tieout jobs retry.
KEPT_FOR_A_PERSON = frozenset({Poison.code, Abandoned.code, Cancelled.code})


@dataclass(frozen=True, slots=True)
class JobView:
    """One import as work; times are UTC, and null is what is not so."""

    id: int
    name: str
    path: str | None
    status: ImportStatus
    stage: str | None
    progress: str | None
    attempts: int
    deaths: int
    tries: Mapping[FaultClass, int]
    waiting_for: str | None
    waiting_since: datetime | None
    error_code: str | None
    error: str | None
    created_at: datetime
    heartbeat_at: datetime | None
    run_after: datetime | None
    finished_at: datetime | None
    handed_in_by: str | None


def jobs(
    session: Session,
    selection: Selection = _EVERYTHING,
    limit: int = 50,
    *,
    before: int | None = None,
) -> list[JobView]:
    """Those of the selection, the newest first; ``before`` leaves out that one and newer ones."""
    newest = select(Import).where(*selection.conditions(session))
    if before is not None:
        newest = newest.where(Import.id < before)
    return [_view(row) for row in session.scalars(newest.order_by(Import.id.desc()).limit(limit))]


def counts(session: Session) -> dict[ImportStatus, int]:
    """How many imports there are of each status, in the order of an import's life.

    No more than ``COUNTED_UP_TO`` of each are counted: counting ten million took 0.8 s.
    """
    each = session.execute(select(*map(_count, ImportStatus))).one()
    return {status: number for status, number in zip(ImportStatus, each, strict=True) if number}


def _count(status: ImportStatus) -> ScalarSelect[int]:
    some = select(Import.id).where(Import.status == status).limit(COUNTED_UP_TO).subquery()
    return select(func.count()).select_from(some).scalar_subquery()


def job(session: Session, import_id: int) -> JobView:
    """One import. Raises ``NoSuchImport``."""
    return _view(import_of(session, import_id))


def retry(session: Session, import_id: int, actor: str) -> None:
    """Let a failed import wait for a worker again. Raises ``NoSuchImport`` and ``NotFailed``."""
    row = import_of(session, import_id, hold=True)
    if row.status is not ImportStatus.FAILED:
        raise NotFailed(import_id=import_id, status=row.status.value)
    log(session, actor, "retry", f"imports:{import_id}", before={"error_code": row.error_code})
    requeue(row)


def cancel(session: Session, import_id: int, actor: str) -> None:
    """Keep an import from being carried out; a worker that has begun writes nothing of it.

    Raises ``NoSuchImport`` and ``NotOpen``.
    """
    row = import_of(session, import_id)
    error = Cancelled(import_id=import_id)
    failure = {"error_code": error.code, "error_message": error.message()}
    still_open = update(Import).where(Import.id == import_id, Import.status.in_(OPEN))
    cancelled = still_open.values(**let_go(ImportStatus.FAILED), **failure)
    changed = session.execute(cancelled.returning(Import.id))
    if changed.first() is None:
        raise NotOpen(import_id=import_id, status=row.status.value)
    log(session, actor, "cancel", f"imports:{import_id}", before={"status": row.status.value})


def _view(row: Import) -> JobView:
    return JobView(
        id=row.id,
        name=row.source_name,
        path=row.source_path,
        status=row.status,
        stage=row.stage,
        progress=row.progress,
        attempts=row.attempts,
        deaths=row.deaths,
        tries=Tries.read(row.tries).count,
        waiting_for=row.waiting_for if row.status is ImportStatus.QUEUED else None,
        waiting_since=row.waiting_since if row.status is ImportStatus.QUEUED else None,
        error_code=row.error_code,
        error=row.error_message,
        created_at=row.created_at,
        heartbeat_at=row.heartbeat_at,
        run_after=row.run_after,
        finished_at=row.finished_at,
        handed_in_by=row.handed_in_by,
    )
