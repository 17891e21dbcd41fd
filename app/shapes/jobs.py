"""The JSON of `tieout jobs`: one record per import, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.shapes.writing import Versioned, shaped
from db.words import FaultClass, ImportStatus

if TYPE_CHECKING:
    from jobs.table import JobView


@dataclass(frozen=True, slots=True, kw_only=True)
class JobShape(Versioned):
    """One import as work; times are in UTC, and null is what is not so.

    ``tries`` counts those that failed by what they failed of; ``waiting_for`` is the code of the
    error that a waiting import was handed back with; ``handed_in_by`` is who sent the document with
    the pages or over HTTP.
    """

    id: int
    file: str
    path: str | None
    status: ImportStatus
    stage: str | None
    page: str | None
    attempts: int
    deaths: int
    tries: Mapping[FaultClass, int]
    waiting_for: str | None
    waiting_since: datetime.datetime | None
    error_code: str | None
    error: str | None
    created_at: datetime.datetime
    heartbeat_at: datetime.datetime | None
    run_after: datetime.datetime | None
    finished_at: datetime.datetime | None
    handed_in_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsShape(Versioned):
    """A list of imports, and how many there are of each status in all, counted up to 50,000."""

    jobs: tuple[JobShape, ...]
    counts: Mapping[ImportStatus, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedJobShape:
    """An import that was named and could not be changed, and why."""

    id: int
    error_code: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsChangedShape(Versioned):
    """How many imports were retried or cancelled, and which of those named could not be."""

    act: Literal["retry", "cancel"]
    changed: int
    refused: tuple[RefusedJobShape, ...]


def job_shape(view: JobView) -> JobShape:
    """The record of one import."""
    return shaped(JobShape, view, file=view.name, page=view.progress)
