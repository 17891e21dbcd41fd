"""The lease of an import: a state machine whose state is the import's row in the database.

    from      by                           to
    (none)    acquire                      running   a new document, attempt 1
    queued    acquire, acquire_queued      running   attempt + 1
    failed    acquire                      running   attempt + 1
    ended     acquire(again=True)          running   attempt + 1
    running   renew                        running   the lease begins again
    running   fence(**released(status))    ended, failed or queued, by the worker that holds it
    running   give_back_lost               queued, or failed once too many were lost
    failed    requeue                      queued    as if it had never been tried

`ended` is any of ``ENDED``. The worker that counts up ``attempts`` holds the work, and writes only
while the row still carries that number: a worker that was given up for dead and wakes up writes
nothing. Every moment is the database's: workers' own clocks need not agree.

A lease is lost (`loss_of`) when its worker died, let go of it without reaching the ledger, or was
silent for longer than the lease. A death counts only where it is seen: the process ran on this
machine and is gone. A lease that ran out while its process is still there (it was paused, the
machine slept) counts against nothing. Of a worker on another machine only its silence is known, so
that counts by itself, with a larger limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any, Final

from sqlalchemy import Engine, Insert, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningUpdate

from db.errors import TieoutError
from db.models import Base, Document, Import
from db.session import NOW, ask, database_now, read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.lease.machine import erase_note, is_gone, is_here, is_release_noted, new_claim
from jobs.lease.tries import COUNTS_FOR, Company, Tries
from pipeline.errors import WorkLost
from pipeline.intake.file import Intake

#: Nothing is left to do here; the same bytes again are a duplicate.
ENDED: Final = frozenset(
    {
        ImportStatus.MATCHED,
        ImportStatus.NEEDS_REVIEW,
        ImportStatus.DONE,
        ImportStatus.LEFT,
        ImportStatus.DUPLICATE,
    }
)

#: Work may be acquired from here; from `running` only once it was given back.
ACQUIRABLE: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING, ImportStatus.FAILED})

#: Something is still to be done here.
OPEN: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING})

LEASE: Final = timedelta(seconds=60)


class ImportBusy(TieoutError, fault=FaultClass.TRANSIENT):
    """Another tieout is bringing this document in right now. Wait until it has, then see its
    outcome with: tieout review"""


class Poison(TieoutError, fault=FaultClass.RESOURCE):
    """{deaths} workers crashed on this document, so it was set aside. Try it by itself: tieout read
    FILE. If that works, queue it again: tieout jobs retry {import_id}
    """


class Abandoned(TieoutError, fault=FaultClass.ABANDONED):
    """{times} times within {hours} hours the machine that worked on this document stopped
    responding, so it was set aside. Check whether those machines run, and try it by itself: tieout
    read FILE. If that works, queue it again: tieout jobs retry {import_id}
    """


@dataclass(frozen=True, slots=True)
class KnownImport:
    """The import that this document has already, and its state."""

    import_id: int
    status: ImportStatus
    error_code: str | None
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An import under lease.

    ``token`` is the number of the attempt, ``company`` beside how many others it may run, and
    ``claim`` the id of this lease alone: no other has it, in this ledger or another.
    """

    import_id: int
    document_id: int
    token: int
    company: Company = Company.ANY
    claim: str = field(default="", compare=False)


# The table and not the class: no object in a session is to know of what is fenced.
_IMPORTS: Final = Base.metadata.tables[Import.__tablename__]
_NEW_DOCUMENT: Final = insert(Base.metadata.tables[Document.__tablename__])
_NEW_IMPORT: Final = insert(_IMPORTS).values(created_at=NOW)

# What is looked up.

_WITH_HASH: Final = Document.sha256 == bindparam("sha256")
_OF_DOCUMENT: Final = (
    select(Import).join(Document, Document.id == Import.document_id).where(_WITH_HASH)
)
_KNOWN: Final = (
    select(Import.id, Import.status, Import.error_code, Import.error_message)
    .join(Document, Document.id == Import.document_id)
    .where(_WITH_HASH)
)


def known(session: Session, sha256: str) -> KnownImport | None:
    row = ask(session, _KNOWN, {"sha256": sha256}).first()
    return None if row is None else KnownImport(*row)


def find_import(session: Session, sha256: str) -> Import | None:
    return session.scalar(_OF_DOCUMENT, {"sha256": sha256})


def claim_of(row: Import) -> str:
    """The id of the lease that the row names; empty where it names none."""
    return str(_worker_of(row).get("claim", ""))


def _worker_of(row: Import) -> Mapping[str, Any]:
    worker = (row.options or {}).get("worker")
    return worker if isinstance(worker, Mapping) else {}


# To `running`.


def acquire(
    session: Session,
    intake: Intake,
    path: str | None,
    options: dict[str, Any],
    *,
    again: bool = False,
) -> Work:
    """Make the import running and ours, creating it for a new document.

    With ``again`` one that has ended is taken too, to read its document once more. Raises
    ``ImportBusy`` if a worker holds it (`give_back_lost` frees what none holds) or it has ended
    meanwhile.
    """
    # Of a new document, as most are, no object is asked for.
    row = find_import(session, intake.sha256) if known(session, intake.sha256) else None
    if row is None:
        return _begin(session, intake, path, options)
    held = row.status is ImportStatus.RUNNING
    if held or not (row.status in ACQUIRABLE or again):
        raise ImportBusy
    return _take_over(session, row, options)


def acquire_queued(session: Session, import_id: int) -> Work | None:
    """Make a queued import running and ours; None if it is no longer queued."""
    row = session.get(Import, import_id)
    if row is None or row.status is not ImportStatus.QUEUED:
        return None
    try:
        return _take_over(session, row, row.options or {})
    except ImportBusy:
        return None


def _begin(session: Session, intake: Intake, path: str | None, options: dict[str, Any]) -> Work:
    # Rows and no objects: nobody asks this session for them again.
    document = {"sha256": intake.sha256, "size": intake.size}
    try:
        document_id = _added(session, _NEW_DOCUMENT, document)
    except IntegrityError:
        # Another process has just begun with the same document.
        raise ImportBusy from None
    row = {
        "document_id": document_id,
        "source_name": intake.name,
        "source_path": path,
        "status": ImportStatus.RUNNING,
        "attempts": 1,
        **_held(session, options),
    }
    import_id = _added(session, _NEW_IMPORT, row)
    return Work(import_id, document_id, token=1, claim=row["options"]["worker"]["claim"])


def _added(session: Session, new: Insert, row: Mapping[str, Any]) -> int:
    """The id of the row, which is added."""
    added = session.connection().execute(new, row).inserted_primary_key
    assert added is not None
    return int(added[0])


def _take_over(session: Session, row: Import, options: dict[str, Any]) -> Work:
    seen = Import.id == row.id, Import.attempts == row.attempts, Import.status == row.status
    token, tries = row.attempts + 1, Tries.read(row.tries)
    values = {"status": ImportStatus.RUNNING, "attempts": token, **_held(session, options)}
    mine = update(Import).where(*seen).values(error_code=None, error_message=None, **values)
    document = session.scalar(mine.returning(Import.document_id))
    if document is None:
        raise ImportBusy
    claim = values["options"]["worker"]["claim"]
    return Work(row.id, document, token, tries.company(values["heartbeat_at"]), claim)


def _held(session: Session, options: dict[str, Any]) -> dict[str, Any]:
    now = database_now(session)
    return {
        "options": {**options, "worker": new_claim()},
        "heartbeat_at": now,
        "lease_until": now + LEASE,
    }


# While it is `running`, and out of it by the worker that holds it.

_OURS: Final = (
    update(_IMPORTS)
    .where(
        _IMPORTS.c.id == bindparam("of_import"),
        _IMPORTS.c.attempts == bindparam("token"),
        _IMPORTS.c.status == ImportStatus.RUNNING,
    )
    .returning(_IMPORTS.c.id)
)
_OVER: Final[dict[str, Any]] = {
    "finished_at": NOW,
    "waiting_for": None,
    "waiting_since": None,
    "run_after": None,
}


def fence(session: Session, work: Work, **values: object) -> None:
    """Write to the import's row if it is still ours. Raises ``WorkLost``."""
    session.flush()
    now = tuple(name for name, value in values.items() if value is NOW)
    given = {name: value for name, value in values.items() if value is not NOW}
    ours = {"of_import": work.import_id, "token": work.token, **given}
    if session.connection().execute(_fence(now), ours).first() is None:
        raise WorkLost


@cache
def _fence(now: tuple[str, ...]) -> ReturningUpdate[int]:
    """The statement that sets the given columns, and these to the present moment."""
    return _OURS.values(dict.fromkeys(now, NOW)) if now else _OURS


def renew(session: Session, work: Work, stage: str | None, progress: str | None) -> None:
    """Begin the lease again, and write how far the work is. Raises ``WorkLost``."""
    now = database_now(session)
    beat = {"heartbeat_at": now, "lease_until": now + LEASE}
    fence(session, work, **beat, stage=stage, progress=progress)


def released(status: ImportStatus) -> dict[str, Any]:
    """The columns of an import that no worker holds any more: it is queued again, or has ended."""
    return {
        "status": status,
        "stage": None,
        "progress": None,
        "lease_until": None,
        **({} if status is ImportStatus.QUEUED else _OVER),
    }


def requeue(row: Import) -> None:
    """Queue a failed import again, as if it had never been tried."""
    row.status, row.deaths, row.run_after, row.finished_at = ImportStatus.QUEUED, 0, None, None
    row.error_code = row.error_message = row.waiting_for = row.waiting_since = row.tries = None


# Out of `running` where no worker holds it.


class Loss(Enum):
    """How a lease was lost, with the class of fault that counts it."""

    DIED = FaultClass.RESOURCE
    SILENT = FaultClass.ABANDONED
    LAPSED = FaultClass.TRANSIENT


def loss_of(engine: Engine, row: Import, now: datetime) -> Loss | None:
    """How the running import was lost; None while it is held. ``now`` is the database's."""
    if is_release_noted(engine, claim_of(row)):
        return Loss.LAPSED
    worker = _worker_of(row)
    if is_gone(worker):
        return Loss.DIED
    if row.lease_until is not None and row.lease_until >= now:
        return None
    return Loss.LAPSED if is_here(worker) else Loss.SILENT


def give_back_lost(
    engine: Engine, only: int | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Queue the running imports again that no worker holds: ids queued, ids kept for a person."""
    ended: dict[int, ImportStatus] = {}
    for import_id in lost_imports(engine, only):
        status = give_back(engine, import_id)
        if status is not None:
            ended[import_id] = status
    failed = tuple(each for each, status in ended.items() if status is ImportStatus.FAILED)
    return tuple(each for each in ended if each not in failed), failed


def lost_imports(engine: Engine, only: int | None = None) -> list[int]:
    """The running imports that no worker seems to hold, by id."""
    running = select(Import).where(Import.status == ImportStatus.RUNNING).order_by(Import.id)
    if only is not None:
        running = running.where(Import.id == only)
    with read_only(engine) as session:
        now = database_now(session)
        return [row.id for row in session.scalars(running) if loss_of(engine, row, now)]


def give_back(engine: Engine, import_id: int) -> ImportStatus | None:
    """The status that the import was given; None if it is held after all, or no longer running.
    From then on the worker that held it can write no more."""
    with unit_of_work(engine) as session:
        row = session.get(Import, import_id)
        if row is None or row.status is not ImportStatus.RUNNING:
            return None
        now = database_now(session)
        loss = loss_of(engine, row, now)
        if loss is None:
            return None
        seen = (
            Import.id == row.id,
            Import.attempts == row.attempts,
            Import.status == ImportStatus.RUNNING,
            Import.lease_until == row.lease_until,
        )
        claim, values = claim_of(row), _as_lost(row, loss, now)
        changed = session.execute(update(Import).where(*seen).values(**values).returning(Import.id))
        if changed.first() is None:
            return None
    erase_note(engine, claim)
    return ImportStatus(values["status"])


def _as_lost(row: Import, loss: Loss, now: datetime) -> dict[str, Any]:
    tries = Tries.read(row.tries).after(loss.value, now)
    error = _end(row.id, loss, tries) if tries.is_over(loss.value, now) else None
    return {
        **released(ImportStatus.FAILED if error else ImportStatus.QUEUED),
        # It began, so that what it once waited for had passed.
        "waiting_for": None,
        "waiting_since": None,
        "run_after": None,
        "deaths": row.deaths + (loss is Loss.DIED),
        "tries": tries.stored,
        "error_code": error.code if error else None,
        "error_message": error.message() if error else None,
    }


def _end(import_id: int, loss: Loss, tries: Tries) -> TieoutError:
    times = len(tries.moments[loss.value])
    if loss is Loss.DIED:
        return Poison(deaths=times, import_id=import_id)
    hours = int(COUNTS_FOR.total_seconds()) // 3600
    return Abandoned(times=times, hours=hours, import_id=import_id)
