"""The JSON of `locks`, `discrepancies` and `dismiss`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from app.shapes.writing import Versioned
from db.words import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LockShape:
    """A locked period, and the statement that tied out in it: ``verdict`` is the one of now.
    ``seen`` stands for this lock, and goes back with its release over HTTP."""

    id: int
    account_id: int
    account: str
    period_start: datetime.date
    period_end: datetime.date
    since: datetime.datetime
    import_id: int | None
    file: str | None
    verdict: Verdict | None
    released_at: datetime.datetime | None
    released_reason: str | None
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscrepancyShape:
    """Something that a lock stands against, and the lock.

    ``refused``: a change by ``action``, with what the entry says and was to say. ``contradicted``:
    the lock's statement does not tie out now; it has no id, for it is gone when the cause is.
    """

    id: int | None
    cause: Literal["refused", "contradicted"]
    lock: LockShape
    at: datetime.datetime | None
    actor: str | None
    action: str | None
    was: str | None
    now: str | None
    dismissed_at: datetime.datetime | None
    dismissed_by: str | None
    dismissed_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissedShape(Versioned):
    """A discrepancy that a person has looked at and left."""

    discrepancy_id: int
    dismissed: bool
