"""Brings a locked document in with the password that a person gave for it alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine

from db.errors import TieoutError
from db.imports import import_of
from db.models import Import
from db.session import unit_of_work
from db.words import ImportStatus
from jobs.documents import document_of
from jobs.execution import Bench
from jobs.heartbeat import RunningProgress, StopAsked
from jobs.leases import Work, acquire
from jobs.options import ImportOptions
from jobs.queued import as_asked
from pipeline.intake.file import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress

_LOG = logging.getLogger(__name__)


def is_locked(row: Import) -> bool:
    """Whether the import failed because nobody knew the password of its document."""
    return row.status is ImportStatus.FAILED and row.error_code == PasswordNeeded.code


def import_unlocked(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    progress: Progress,
    stopping: Callable[[], bool],
) -> None:
    """Try a locked document again with the passwords of ``options``, which nothing keeps.

    The row does not wait in between: a worker elsewhere would take it, and not know the password.
    Whatever goes wrong is in the row; one that is not locked any more is left alone.
    """
    try:
        _, intake = document_of(engine, import_id, options.documents)
        work, asked = _acquire(engine, import_id, intake)
        if work is None:
            return
        own = as_asked(options, asked)
        running = RunningProgress(progress, stopping)
        bench = Bench(engine, own, own.reader(own.password_book), running)
        bench.carry_out(work, lambda: (intake, bench.read_document(intake)))
    except StopAsked:
        _LOG.info("handed back")
    except TieoutError as error:
        _LOG.warning("failed", extra={"code": error.code})


def _acquire(
    engine: Engine, import_id: int, intake: Intake
) -> tuple[Work | None, Mapping[str, Any]]:
    """The work, and how it was asked for; None if the import is not locked any more."""
    with unit_of_work(engine) as session:
        row = import_of(session, import_id)
        asked = dict(row.options or {})
        if not is_locked(row):
            return None, asked
        return acquire(session, intake, row.source_path, asked), asked
