"""Imports as work, for the verbs: look at it, and change it."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Engine

from app.settings import from_environment
from app.shapes.jobs import JobShape, JobsShape, job_shape
from db.session import reading, unit_of_work
from db.words import ImportStatus
from jobs import table
from jobs.bell import Bell
from jobs.states import OPEN


def listed(engine: Engine, statuses: Collection[ImportStatus], limit: int) -> JobsShape:
    """The newest imports, and how many there are of each status."""
    with reading(engine) as session:
        found = [job_shape(view) for view in table.jobs(session, statuses, limit)]
        counts = {status.value: number for status, number in table.counts(session).items()}
    return JobsShape(jobs=found, counts=counts)


def still_open(engine: Engine) -> int:
    """How many imports wait or are at work."""
    with reading(engine) as session:
        return sum(number for status, number in table.counts(session).items() if status in OPEN)


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
