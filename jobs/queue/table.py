"""Lists, selects, retries and cancels the imports in the table, one or many at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, Engine, ScalarSelect, func, select, update
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.log import log
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.statements.pages import NoSuchImport, import_of
from db.text import storable
from db.words import COUNTED_UP_TO, FaultClass, ImportStatus
from jobs.lease.lease import OPEN, Abandoned, Poison, released, requeue

#: When anything last happened to an import.
_CHANGED_AT = func.coalesce(Import.finished_at, Import.heartbeat_at, Import.created_at)


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything that is said must hold; what is empty says nothing.

    ``since`` is a day in UTC, or how long ago by the database's clock; what counts is when anything
    last happened to the import. ``name`` is a part of the file's name.
    """

    ids: tuple[int, ...] = ()
    statuses: frozenset[ImportStatus] = frozenset()
    codes: frozenset[str] = frozenset()
    since: date | timedelta | None = None
    name: str | None = None

    def conditions(self, session: Session) -> Iterator[ColumnElement[bool]]:
        """The same, for a query on `Import`."""
        if self.ids:
            yield Import.id.in_(self.ids)
        if self.statuses:
            yield Import.status.in_(sorted(self.statuses))
        if self.codes:
            yield Import.error_code.in_(sorted(self.codes))
        if self.since is not None:
            yield _moment(session, self.since) <= _CHANGED_AT
        if self.name is not None:
            yield func.lower(Import.source_name).contains(
                storable(self.name).lower(), autoescape=True
            )


def _moment(session: Session, since: date | timedelta) -> datetime:
    if isinstance(since, timedelta):
        return database_now(session) - since
    return datetime.combine(since, time(), UTC)


_EVERYTHING = Selection()


class NotFailed(TieoutError):
    """Import {import_id} is {status}, and only a failed one can be tried again. To read a finished
    one with the current version: tieout reprocess {import_id}
    """


class NotOpen(TieoutError):
    """Import {import_id} is {status}: there is nothing left to cancel. To undo what it did: tieout
    undo {import_id}
    """


class Cancelled(TieoutError, fault=FaultClass.DOCUMENT):
    """A person cancelled this import. To bring the document in after all: tieout jobs retry
    {import_id}"""


#: How an import ended that is brought in again only by name: tieout jobs retry.
KEPT_FOR_A_PERSON = frozenset({Poison.code, Abandoned.code, Cancelled.code})


def jobs(
    session: Session,
    selection: Selection = _EVERYTHING,
    limit: int = 50,
    *,
    before: int | None = None,
) -> Sequence[Import]:
    """Those of the selection, the newest first; ``before`` leaves out that one and newer ones."""
    newest = select(Import).where(*selection.conditions(session))
    if before is not None:
        newest = newest.where(Import.id < before)
    return session.scalars(newest.order_by(Import.id.desc()).limit(limit)).all()


def counts(session: Session) -> dict[ImportStatus, int]:
    """How many imports there are of each status, in the order of an import's life. No more than
    ``COUNTED_UP_TO`` of each are counted: counting ten million took 0.8 s."""
    each = session.execute(select(*map(_count, ImportStatus))).one()
    return {status: number for status, number in zip(ImportStatus, each, strict=True) if number}


def _count(status: ImportStatus) -> ScalarSelect[int]:
    some = select(Import.id).where(Import.status == status).limit(COUNTED_UP_TO).subquery()
    return select(func.count()).select_from(some).scalar_subquery()


def retry(session: Session, import_id: int, actor: str) -> None:
    """Let a failed import wait for a worker again. Raises ``NoSuchImport`` and ``NotFailed``."""
    row = import_of(session, import_id, hold=True)
    if row.status is not ImportStatus.FAILED:
        raise NotFailed(import_id=import_id, status=row.status.value)
    log(session, actor, "retry", f"imports:{import_id}", before={"error_code": row.error_code})
    requeue(row)


def cancel(session: Session, import_id: int, actor: str) -> None:
    """Keep an import from being carried out; a worker that has begun writes nothing of it. Raises
    ``NoSuchImport`` and ``NotOpen``."""
    row = import_of(session, import_id)
    error = Cancelled(import_id=import_id)
    failure = {"error_code": error.code, "error_message": error.message()}
    still_open = update(Import).where(Import.id == import_id, Import.status.in_(OPEN))
    cancelled = still_open.values(**released(ImportStatus.FAILED), **failure)
    changed = session.execute(cancelled.returning(Import.id))
    if changed.first() is None:
        raise NotOpen(import_id=import_id, status=row.status.value)
    log(session, actor, "cancel", f"imports:{import_id}", before={"status": row.status.value})


#: How many imports are changed in one transaction.
BATCH: Final = 200


class JobAction(StrEnum):
    """What a person can do to an import as work."""

    RETRY = "retry"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of one import; ``error`` says why nothing did."""

    import_id: int
    name: str | None
    error: TieoutError | None = None


_DOES: Final[dict[JobAction, Callable[[Session, int, str], None]]] = {
    JobAction.RETRY: retry,
    JobAction.CANCEL: cancel,
}
_FROM: Final = {JobAction.RETRY: frozenset({ImportStatus.FAILED}), JobAction.CANCEL: OPEN}


def how_many(engine: Engine, change: JobAction, selection: Selection) -> int:
    with read_only(engine) as session:
        of_it = _possible(change, selection).conditions(session)
        return session.scalar(select(func.count()).select_from(Import).where(*of_it)) or 0


def change_many(
    engine: Engine, change: JobAction, selection: Selection, actor: str
) -> Iterator[list[JobOutcome]]:
    """Make the change batch by batch, each in a transaction of its own, and report the outcome of
    it.

    An import that is named by its id and cannot be changed is in its batch with the error; of
    others only those are looked at that can be. What comes in meanwhile is left alone.
    """
    if selection.ids:
        for start in range(0, len(selection.ids), BATCH):
            yield _batch(engine, change, selection.ids[start : start + BATCH], actor)
        return
    possible, last = _possible(change, selection), 0
    with read_only(engine) as session:
        until = session.scalar(select(func.max(Import.id))) or 0
    while ids := _next(engine, possible, last, until):
        last = ids[-1]
        yield _batch(engine, change, ids, actor)


def _possible(change: JobAction, selection: Selection) -> Selection:
    """What of the selection can be changed at all."""
    if selection.ids:
        return selection
    from_there = _FROM[change]
    wanted = selection.statuses & from_there if selection.statuses else from_there
    # No import has the id 0: a status from which nothing can be changed selects nothing.
    return replace(selection, statuses=wanted) if wanted else Selection(ids=(0,))


def _next(engine: Engine, selection: Selection, after: int, until: int) -> tuple[int, ...]:
    with read_only(engine) as session:
        within = Import.id > after, Import.id <= until
        query = select(Import.id).where(*within, *selection.conditions(session))
        return tuple(session.scalars(query.order_by(Import.id).limit(BATCH)))


def _batch(engine: Engine, change: JobAction, ids: tuple[int, ...], actor: str) -> list[JobOutcome]:
    with unit_of_work(engine) as session:
        rows = select(Import.id, Import.source_name).where(Import.id.in_(ids))
        names = {row[0]: row[1] for row in session.execute(rows)}
        return [
            JobOutcome(each, names.get(each), _error(session, change, each, actor)) for each in ids
        ]


def _error(session: Session, change: JobAction, import_id: int, actor: str) -> TieoutError | None:
    try:
        _DOES[change](session, import_id, actor)
    except (NoSuchImport, NotFailed, NotOpen) as error:
        return error
    return None
