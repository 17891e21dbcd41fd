"""Examines the queue, if one is set: does its server answer, and how many documents wait."""

from __future__ import annotations

from app.doctor.findings import Finding, State
from app.texts import jobs as texts_jobs
from db.errors import TieoutError


def queue_finding(redis_url: str | None) -> Finding:
    """Asks the server as every worker would; whatever is raised names its own remedy."""
    from jobs.work_queue import WorkQueue, shown

    if not redis_url:
        detail, remedy = texts_jobs.DOCTOR_NO_QUEUE, texts_jobs.DOCTOR_QUEUE_SET
        return Finding("queue", State.OPTIONAL, detail, remedy)
    try:
        waiting = len(WorkQueue(redis_url).waiting())
    except TieoutError as error:
        return Finding("queue", State.BAD, error.code, str(error))
    detail = texts_jobs.DOCTOR_QUEUE_GOOD.format(place=shown(redis_url), waiting=waiting)
    return Finding("queue", State.GOOD, detail)
