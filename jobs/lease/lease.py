"""The lease of an import in the database: its states, its fencing token, and its heartbeat.

The row is the truth. The worker that counts up ``attempts`` holds the work, and may write only
while the row still carries that number: one that was given up for dead and wakes up writes nothing.
Every moment is the database's: workers' own clocks need not agree.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sqlalchemy import Engine, bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningUpdate

from db.errors import TieoutError
from db.models import Base, Document, Import
from db.session import NOW, database_now, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.lease.retry import Company, Tries, myself
from pipeline.errors import WorkLost
from pipeline.intake.file import Intake
from pipeline.progress import Progress

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


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

#: Work may be acquired from here; from `running` only if whoever holds it is gone.
ACQUIRABLE: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING, ImportStatus.FAILED})

#: Something is still to be done here.
OPEN: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING})


LEASE = timedelta(seconds=60)
#: What the row of an import says that has ended.
_OVER: Final[dict[str, Any]] = {
    "finished_at": NOW,
    "waiting_for": None,
    "waiting_since": None,
    "run_after": None,
}
_WITH_HASH: Final = Document.sha256 == bindparam("sha256")
_OF_DOCUMENT: Final = (
    select(Import).join(Document, Document.id == Import.document_id).where(_WITH_HASH)
)
_KNOWN: Final = (
    select(Import.id, Import.status, Import.error_code, Import.error_message)
    .join(Document, Document.id == Import.document_id)
    .where(_WITH_HASH)
)
# The table and not the class: no object in this session speaks of what is fenced.
_IMPORTS: Final = Base.metadata.tables[Import.__tablename__]
_OURS: Final = (
    update(_IMPORTS)
    .where(
        _IMPORTS.c.id == bindparam("of_import"),
        _IMPORTS.c.attempts == bindparam("token"),
        _IMPORTS.c.status == ImportStatus.RUNNING,
    )
    .returning(_IMPORTS.c.id)
)


class ImportBusy(TieoutError):
    """Another tieout is bringing this document in right now. Wait until it has, then see its
    outcome with: tieout review"""

    code: ClassVar[str] = "import_busy"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


@dataclass(frozen=True, slots=True)
class KnownImport:
    """The import that this document has already, and its state."""

    import_id: int
    status: ImportStatus
    error_code: str | None
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An import under lease; ``token`` is the number of the attempt, ``company`` beside how many it
    may run.
    """

    import_id: int
    document_id: int
    token: int
    company: Company = Company.ANY


def known(session: Session, sha256: str) -> KnownImport | None:
    """The import of the document with this hash, if it has one."""
    row = session.execute(_KNOWN, {"sha256": sha256}).first()
    return None if row is None else KnownImport(*row)


def acquire(
    session: Session,
    intake: Intake,
    path: str | None,
    options: dict[str, Any],
    *,
    anew: bool = False,
) -> Work:
    """Make the import running and ours, creating it for a new document.

    ``anew`` takes one that has ended, to read its document again. Raises ``ImportBusy`` if a worker
    holds it (`jobs.lease.loss` gives back what no one holds) or it has ended meanwhile."""
    row = find_import(session, intake.sha256)
    if row is None:
        return _begin(session, intake, path, options)
    held = row.status is ImportStatus.RUNNING
    if held or not (row.status in ACQUIRABLE or anew):
        raise ImportBusy
    return _take_over(session, row, options)


def acquire_queued(session: Session, import_id: int) -> Work | None:
    """Make a waiting import running and ours; None if another worker was faster, or if it does
    not wait any more.
    """
    row = session.get(Import, import_id)
    if row is None or row.status is not ImportStatus.QUEUED:
        return None
    try:
        return _take_over(session, row, row.options or {})
    except ImportBusy:
        return None


def fence(session: Session, work: Work, **values: object) -> None:
    """Write to the import's row, if it is still ours. Raises ``WorkLost``."""
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


def let_go(status: ImportStatus) -> dict[str, Any]:
    """What the row says when no one holds it any more: it waits for another, or has ended."""
    return {
        "status": status,
        "stage": None,
        "progress": None,
        "lease_until": None,
        **({} if status is ImportStatus.QUEUED else _OVER),
    }


def requeue(row: Import) -> None:
    """Let a failed import wait for a worker again, as if it had never been tried."""
    row.status, row.deaths, row.run_after, row.finished_at = ImportStatus.QUEUED, 0, None, None
    row.error_code = row.error_message = row.waiting_for = row.waiting_since = row.tries = None


def find_import(session: Session, sha256: str) -> Import | None:
    """The import of the document with this hash, if it has one."""
    return session.scalar(_OF_DOCUMENT, {"sha256": sha256})


def _begin(session: Session, intake: Intake, path: str | None, options: dict[str, Any]) -> Work:
    document = Document(sha256=intake.sha256, size=intake.size)
    session.add(document)
    try:
        session.flush()
    except IntegrityError:
        # Another process has just begun with the same document.
        raise ImportBusy from None
    row = Import(
        document_id=document.id,
        source_name=intake.name,
        source_path=path,
        status=ImportStatus.RUNNING,
        attempts=1,
        created_at=NOW,
        **_held(session, options),
    )
    session.add(row)
    session.flush()
    return Work(row.id, document.id, token=1)


def _take_over(session: Session, row: Import, options: dict[str, Any]) -> Work:
    seen = Import.id == row.id, Import.attempts == row.attempts, Import.status == row.status
    token = row.attempts + 1
    values = {"status": ImportStatus.RUNNING, "attempts": token, **_held(session, options)}
    mine = update(Import).where(*seen).values(error_code=None, error_message=None, **values)
    document = session.scalar(mine.returning(Import.document_id))
    if document is None:
        raise ImportBusy
    return Work(row.id, document, token, Tries.read(row.tries).company(values["heartbeat_at"]))


def _held(session: Session, options: dict[str, Any]) -> dict[str, Any]:
    now = database_now(session)
    return {
        "options": {**options, "worker": myself()},
        "heartbeat_at": now,
        "lease_until": now + LEASE,
    }


#: A lease may miss two beats.
BEAT_SECONDS = LEASE.total_seconds() / 3

#: How soon a new stage or page is written down.
LOOK_SECONDS = 1.0


class StopAsked(TieoutError):
    """This worker was asked to stop, so the import went back to the queue. The next worker goes
    on with it."""

    code: ClassVar[str] = "stop_asked"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


def _never() -> bool:
    return False


@dataclass(slots=True)
class RunningProgress:
    """Passes progress on, remembers it for the next beat, and stops between stages if asked to."""

    to: Progress
    stopping: Callable[[], bool] = _never
    stage_name: str = ""
    page_text: str | None = None

    def stage(self, name: str) -> None:
        """A stage begins. Raises ``StopAsked``."""
        self.look()
        self.stage_name, self.page_text = name, None
        self.to.stage(name)

    def look(self) -> None:
        """Stop if asked to. Raises ``StopAsked``."""
        if self.stopping():
            raise StopAsked

    def page(self, number: int, of: int) -> None:
        """A page is done."""
        self.page_text = f"{number}/{of}"
        self.to.page(number, of)

    @property
    def now(self) -> tuple[str, str | None]:
        """The stage, and the page in it."""
        return self.stage_name, self.page_text


@contextmanager
def beating(
    engine: Engine,
    work: Work,
    progress: RunningProgress,
    every: float = BEAT_SECONDS,
    look: float = LOOK_SECONDS,
) -> Iterator[None]:
    """While the block runs, renew the lease every so many seconds, and write down a new stage or
    page within ``look`` seconds.
    """
    over = threading.Event()

    def beat() -> None:
        written, last = progress.now, time.monotonic()
        while not over.wait(min(every, look)):
            if progress.now == written and time.monotonic() - last < every:
                continue
            written, last = progress.now, time.monotonic()
            try:
                _beat(engine, work, progress)
            except WorkLost:
                return  # the fence will stop the work when it wants to write
            except TieoutError:
                written = ("", None)  # the ledger is away or busy: try again at the next look

    thread = threading.Thread(target=beat, name="tieout-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat(engine: Engine, work: Work, progress: RunningProgress) -> None:
    with unit_of_work(engine) as session:
        now = database_now(session)
        fence(
            session,
            work,
            heartbeat_at=now,
            lease_until=now + LEASE,
            stage=progress.stage_name or None,
            progress=progress.page_text,
        )
