"""Imports as work, as verbs and pages show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, select

from app.shapes.imports import JobShape, JobsShape, job_shape
from db.models import Document, Import
from db.session import read_only
from db.words import ImportStatus
from jobs.lease.lease import OPEN
from jobs.queue import table
from jobs.queue.table import Selection

MOST_AT_WORK: Final = 200


def listed(
    engine: Engine, selection: Selection, limit: int, *, before: int | None = None
) -> JobsShape:
    """The newest imports of the selection, or those ``before`` one of them, and how many there are
    of each status in all.
    """
    with read_only(engine) as session:
        views = table.jobs(session, selection, limit, before=before)
        found = [job_shape(view) for view in views]
        counts = table.counts(session)
    return JobsShape(jobs=tuple(found), counts=counts)


@dataclass(frozen=True, slots=True)
class Running:
    """An import that somebody is at, and how far it is."""

    id: int
    stage: str | None
    page: str | None


@dataclass(frozen=True, slots=True)
class AtWork:
    """What goes on just now: at most `MOST_AT_WORK` that run, and those that did at the last look
    and do no more.
    """

    running: tuple[Running, ...]
    ended: tuple[tuple[int, ImportStatus], ...]
    counts: Mapping[ImportStatus, int]


def at_work(engine: Engine, before: frozenset[int] = frozenset()) -> AtWork:
    """What goes on just now, for pages that follow it; ``before`` ran at the last look."""
    newest = Import.id.desc()
    with read_only(engine) as session:
        running = select(Import.id, Import.stage, Import.progress).where(
            Import.status == ImportStatus.RUNNING
        )
        rows = session.execute(running.order_by(newest).limit(MOST_AT_WORK))
        now = tuple(Running(*row) for row in rows)
        gone = before.difference(each.id for each in now)
        ended = select(Import.id, Import.status).where(Import.id.in_(gone)).order_by(newest)
        stand = tuple((row[0], row[1]) for row in session.execute(ended)) if gone else ()
        return AtWork(now, stand, table.counts(session))


def imports_before(
    engine: Engine, selection: Selection, before: int | None, limit: int
) -> list[JobShape]:
    """The newest imports of the selection whose number is below ``before``."""
    with read_only(engine) as session:
        return [job_shape(view) for view in table.jobs(session, selection, limit, before=before)]


def still_open(engine: Engine) -> int:
    """How many imports wait or are at work."""
    with read_only(engine) as session:
        return sum(number for status, number in table.counts(session).items() if status in OPEN)


def one_job(engine: Engine, import_id: int) -> JobShape:
    """One import. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        return job_shape(table.job(session, import_id))


def jobs_of(engine: Engine, import_ids: Collection[int]) -> dict[int, JobShape]:
    """These imports by their numbers, as far as they are there."""
    with read_only(engine) as session:
        views = table.jobs(session, Selection(ids=tuple(import_ids)), len(import_ids))
        return {view.id: job_shape(view) for view in views}


def short_hash(engine: Engine, import_id: int) -> str | None:
    """How a log names the import's document: the beginning of its SHA-256."""
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    with read_only(engine) as session:
        found = session.scalar(query.where(Import.id == import_id))
    return found[:12] if found else None
