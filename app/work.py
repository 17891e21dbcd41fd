"""Imports as work, as verbs and pages show it."""

from __future__ import annotations

from sqlalchemy import Engine, select

from app.shapes.jobs import JobShape, JobsShape, job_shape
from db.models import Document, Import
from db.session import read_only
from jobs import table
from jobs.selection import Selection
from jobs.states import OPEN


def listed(engine: Engine, selection: Selection, limit: int) -> JobsShape:
    """The newest imports of the selection, and how many there are of each status in all."""
    with read_only(engine) as session:
        found = [job_shape(view) for view in table.jobs(session, selection, limit)]
        counts = table.counts(session)
    return JobsShape(jobs=tuple(found), counts=counts)


def imports_before(
    engine: Engine, selection: Selection, before: int | None, limit: int
) -> list[JobShape]:
    """The newest imports of the selection whose number is below ``before``."""
    with read_only(engine) as session:
        return [job_shape(view) for view in table.jobs(session, selection, limit, before)]


def still_open(engine: Engine) -> int:
    """How many imports wait or are at work."""
    with read_only(engine) as session:
        return sum(number for status, number in table.counts(session).items() if status in OPEN)


def one_job(engine: Engine, import_id: int) -> JobShape:
    """One import. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        return job_shape(table.job(session, import_id))


def short_hash(engine: Engine, import_id: int) -> str | None:
    """How a log names the import's document: the beginning of its SHA-256."""
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    with read_only(engine) as session:
        found = session.scalar(query.where(Import.id == import_id))
    return found[:12] if found else None
