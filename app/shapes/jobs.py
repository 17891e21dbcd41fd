"""The JSON of `tieout jobs`: one record per import, documented in docs/other-json.md."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from jobs.table import JobView


class JobShape(TypedDict):
    """One import as work; times are ISO in UTC, and null is what is not so."""

    id: int
    file: str
    path: str | None
    status: str
    stage: str | None
    page: str | None
    attempts: int
    deaths: int
    error_code: str | None
    error: str | None
    created_at: str | None
    heartbeat_at: str | None
    run_after: str | None
    finished_at: str | None


class JobsShape(TypedDict):
    """A list of imports, and how many there are of each status in all."""

    jobs: list[JobShape]
    counts: dict[str, int]


def job_shape(view: JobView) -> JobShape:
    """The record of one import."""
    return JobShape(
        id=view.id,
        file=view.name,
        path=view.path,
        status=view.status.value,
        stage=view.stage,
        page=view.progress,
        attempts=view.attempts,
        deaths=view.deaths,
        error_code=view.error_code,
        error=view.error,
        created_at=_iso(view.created_at),
        heartbeat_at=_iso(view.heartbeat_at),
        run_after=_iso(view.run_after),
        finished_at=_iso(view.finished_at),
    )


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None
