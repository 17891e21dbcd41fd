"""Queued work for the verbs: put documents in, look at it, change it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sqlalchemy import Engine

from app.opening import open_ledger
from app.settings import Settings, from_environment
from app.shapes.jobs import JobShape, JobsShape, job_shape
from db.session import reading, unit_of_work
from db.words import ImportStatus
from jobs import table
from jobs.bell import Bell
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.submitting import BATCH, submit_all
from pipeline.minds import Escalate


def submit(
    sources: Iterable[Source], chosen: Settings, *, one_by_one: bool = False
) -> Iterator[ImportOutcome]:
    """Queue the documents, and tell how each stands; ``one_by_one`` if they come as time goes by.

    Raises:
        NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable, and what `open_ledger` raises.
    """
    bell = Bell(chosen.redis_url)
    options = ImportOptions(escalate=Escalate(chosen.escalate))
    engine = open_ledger(chosen.database_url)
    yield from submit_all(engine, sources, options, bell, at_once=1 if one_by_one else BATCH)


def listed(engine: Engine, statuses: Collection[ImportStatus], limit: int) -> JobsShape:
    """The newest imports, and how many there are of each status."""
    with reading(engine) as session:
        found = [job_shape(view) for view in table.jobs(session, statuses, limit)]
        counts = {status.value: number for status, number in table.counts(session).items()}
    return JobsShape(jobs=found, counts=counts)


def shown(engine: Engine, import_id: int) -> JobShape:
    """One import. Raises ``NoSuchImport``."""
    with reading(engine) as session:
        return job_shape(table.job(session, import_id))


def retried(engine: Engine, import_id: int) -> JobShape:
    """A failed import, waiting again; rung for if there is a queue.

    Raises ``NoSuchImport``, ``NotFailed`` and ``QueueUnreachable``.
    """
    with unit_of_work(engine) as session:
        table.retry(session, import_id)
    redis_url = from_environment().redis_url
    if redis_url:
        Bell(redis_url).ring([import_id])
    return shown(engine, import_id)


def cancelled(engine: Engine, import_id: int) -> JobShape:
    """An import that will not be carried out. Raises ``NoSuchImport`` and ``NotOpen``."""
    with unit_of_work(engine) as session:
        table.cancel(session, import_id)
    return shown(engine, import_id)
