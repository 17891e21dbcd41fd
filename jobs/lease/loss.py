"""Judges running imports that no worker holds any more: how they were lost, and what follows.

A death counts only where it is seen: the process that held the import ran on this machine and is
gone, without a note that it let go. A lease that ran out while that process is still there (it was
paused, the machine slept) counts against nothing. Of a worker on another machine only its silence
is known, so that counts for itself, with a larger limit.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Engine, select, update
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.models import Import
from db.private import private_bytes
from db.session import database_now, read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.lease.lease import let_go
from jobs.lease.retry import COUNTS_FOR, MOST_BY_FORCE, Tries, is_gone, is_here, own_folder

#: A document that ended so many workers is not given to another one.
MOST_DEATHS = MOST_BY_FORCE


class Poison(TieoutError):
    """{deaths} workers died over this document, so it is kept for a person. Try it by itself:
    tieout read FILE. If that works, queue it again: tieout jobs retry {import_id}"""

    code: ClassVar[str] = "poison"
    fault: ClassVar[FaultClass] = FaultClass.RESOURCE


class Abandoned(TieoutError):
    """{times} times within {hours} hours the machine that held this document was not heard of
    again, so it is kept for a person. Look whether those machines run, and try it by itself:
    tieout read FILE. If that works, queue it again: tieout jobs retry {import_id}"""

    code: ClassVar[str] = "abandoned"
    fault: ClassVar[FaultClass] = FaultClass.ABANDONED


class Loss(Enum):
    """How a running import came to be held by no one, and the class that counts it."""

    DIED = FaultClass.RESOURCE
    SILENT = FaultClass.ABANDONED
    LAPSED = FaultClass.TRANSIENT


def loss_of(engine: Engine, row: Import, now: datetime) -> Loss | None:
    """How the running import was lost; None while it is held. ``now`` is the database's."""
    if was_left(engine, row.id, row.attempts):
        return Loss.LAPSED
    worker = (row.options or {}).get("worker")
    if is_gone(worker):
        return Loss.DIED
    if row.lease_until is not None and row.lease_until >= now:
        return None
    return Loss.LAPSED if is_here(worker) else Loss.SILENT


def give_back_lost(
    engine: Engine, only: int | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Let the running imports wait again that no one holds: ids given back, ids for a person."""
    with read_only(engine) as session:
        now = database_now(session)
        running = select(Import).where(Import.status == ImportStatus.RUNNING).order_by(Import.id)
        if only is not None:
            running = running.where(Import.id == only)
        lost = [row.id for row in session.scalars(running) if loss_of(engine, row, now)]
    ended: dict[int, ImportStatus] = {}
    for import_id in lost:
        with unit_of_work(engine) as session:
            row = session.get(Import, import_id)
            status = None if row is None else _give_back(engine, session, row)
        if row is not None and status is not None:
            ended[import_id] = status
            erase(engine, import_id, row.attempts)
    failed = tuple(each for each, status in ended.items() if status is ImportStatus.FAILED)
    return tuple(each for each in ended if each not in failed), failed


def _give_back(engine: Engine, session: Session, row: Import) -> ImportStatus | None:
    """What the row became; None if it is held after all. A worker that wakes up now can write no
    more."""
    now = database_now(session)
    loss = loss_of(engine, row, now) if row.status is ImportStatus.RUNNING else None
    if loss is None:
        return None
    seen = (
        Import.id == row.id,
        Import.attempts == row.attempts,
        Import.status == ImportStatus.RUNNING,
        Import.lease_until == row.lease_until,
    )
    values = _as_lost(row, loss, now)
    changed = session.execute(update(Import).where(*seen).values(**values).returning(Import.id))
    return None if changed.first() is None else values["status"]


def _as_lost(row: Import, loss: Loss, now: datetime) -> dict[str, Any]:
    tries = Tries.read(row.tries).after(loss.value, now)
    deaths = row.deaths + (loss is Loss.DIED)
    error = _end(row.id, loss, tries) if tries.is_over(loss.value, now) else None
    return {
        **let_go(ImportStatus.FAILED if error else ImportStatus.QUEUED),
        # It began, so that what it once waited for had passed.
        "waiting_for": None,
        "waiting_since": None,
        "run_after": None,
        "deaths": deaths,
        "tries": tries.stored,
        "error_code": error.code if error else None,
        "error_message": error.message() if error else None,
    }


def _end(import_id: int, loss: Loss, tries: Tries) -> TieoutError:
    times = len(tries.moments[loss.value])
    if loss is Loss.DIED:
        return Poison(deaths=times, import_id=import_id)
    hours = int(COUNTS_FOR.total_seconds()) // 3600
    return Abandoned(times=times, hours=hours, import_id=import_id)


def note_left(engine: Engine, import_id: int, token: int) -> None:
    """No one works on this attempt any more."""
    with suppress(OSError):
        if note := _note(engine, import_id, token):
            private_bytes(note).close()


def was_left(engine: Engine, import_id: int, token: int) -> bool:
    """Whether somebody on this machine said so."""
    with suppress(OSError):
        note = _note(engine, import_id, token)
        return note is not None and note.exists()
    return False


def erase(engine: Engine, import_id: int, token: int) -> None:
    """The row says it by now."""
    with suppress(OSError):
        if note := _note(engine, import_id, token):
            note.unlink(missing_ok=True)


def _note(engine: Engine, import_id: int, token: int) -> Path | None:
    folder = own_folder(engine)
    return None if folder is None else folder / f"left-{import_id}-{token}"
