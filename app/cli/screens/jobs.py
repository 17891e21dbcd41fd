"""Shows imports as work: a table of many, or all that is known of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.shapes.jobs import JobShape, JobsShape
from app.shapes.writing import by_name
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from app.wording.sentences import counted, verdict_text
from db.words import ImportStatus

COLUMNS = (
    Column(texts_jobs.JOBS_ID, "right"),
    Column(texts_jobs.JOBS_FILE, whole=False),
    Column(texts.STATE),
    Column(texts_jobs.JOBS_TRIES, "right"),
    Column(texts_jobs.JOBS_DOING, whole=False),
)


def jobs_screen(found: JobsShape) -> Iterator[RenderableType]:
    """One row an import, and a line that counts everything."""
    if not found.jobs:
        yield Text(texts_jobs.JOBS_NONE)
    else:
        yield table(COLUMNS, [_row(job) for job in found.jobs])
    if found.counts:
        yield Text(f"\n{_counts(found.counts)}")


def job_screen(job: JobShape) -> Iterator[RenderableType]:
    """Each thing that is known, on a line of its own."""
    facts = by_name(job)
    rows = [
        (name, _said(facts[key]))
        for key, name in texts_jobs.JOBS_FIELDS.items()
        if facts[key] not in (None, 0, {})
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        yield Text(f"{name:<{width}}  {value}")


def _said(fact: object) -> str:
    if isinstance(fact, Mapping):
        counted = (texts_jobs.JOBS_CLASS.format(count=n, fault=each) for each, n in fact.items())
        return ", ".join(counted)
    return fact.isoformat(timespec="seconds") if isinstance(fact, datetime) else str(fact)


def _row(job: JobShape) -> tuple[str | Text, ...]:
    return (
        str(job.id),
        job.file,
        verdict_text(job.status),
        str(job.attempts),
        _doing(job),
    )


def _doing(job: JobShape) -> str:
    if job.error_code:
        return job.error_code
    if job.waiting_for and job.waiting_since:
        tries = sum(job.tries.values())
        since = _said(job.waiting_since)
        return texts_jobs.JOBS_WAITS.format(code=job.waiting_for, since=since, tries=tries)
    stage = texts.STAGES.get(job.stage or "", job.stage or "")
    return texts_jobs.JOBS_PAGE.format(stage=stage, page=job.page) if job.page else stage


def _counts(counts: Mapping[ImportStatus, int]) -> str:
    shown = ((texts.VERDICTS.get(status, status), counted(n)) for status, n in counts.items())
    return ", ".join(texts_jobs.JOBS_COUNT.format(number=n, status=status) for status, n in shown)
