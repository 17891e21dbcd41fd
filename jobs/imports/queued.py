"""Carries out one queued import, or one whose document a person has just unlocked."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Engine

from db.errors import TieoutError
from db.models import Import
from db.session import unit_of_work
from db.statements.pages import import_of
from db.upgrade import OtherRevision
from db.words import ImportStatus
from jobs.documents.finding import document_of
from jobs.imports.execution import ImportRunner, traced
from jobs.lease.heartbeat import RunningProgress, StopAsked
from jobs.lease.lease import Work, acquire, acquire_queued
from jobs.options import ImportOptions
from pipeline.intake.file import Intake
from pipeline.model_choice import Escalate
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader

_LOG = logging.getLogger(__name__)


def import_queued(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    progress: Progress,
    stopping: Callable[[], bool],
    read: Reader | None = None,
) -> None:
    """Bring a queued document in, as the row says it was asked for.

    ``options`` are the worker's own: its model and passwords. Whatever goes wrong is in the row; an
    import that another worker holds or has ended is left alone. Between two stages the work goes
    back to the queue if ``stopping`` says stop. Raises ``OtherRevision`` where an upgrade changed
    the tables: then the work is free again, for a worker that knows them."""
    with _logged():
        with unit_of_work(engine) as session:
            work = acquire_queued(session, import_id)
            asked = session.get_one(Import, import_id).options if work else None
        if work is None:
            _LOG.info("taken by another")
            return
        own = as_asked(options, asked or {})
        with traced(own.tracer, progress) as shown:
            running = RunningProgress(shown, stopping)
            runner = ImportRunner(engine, own, read or _reader(own), running)
            runner.carry_out(work, lambda: _load(runner, work))


@contextmanager
def _logged() -> Iterator[None]:
    """How the block ended is a line in the log. Raises ``OtherRevision`` alone."""
    try:
        yield
    except StopAsked:
        _LOG.info("handed back")
    except OtherRevision:
        raise
    except TieoutError as error:
        _LOG.warning("failed", extra={"code": error.code})


def as_asked(options: ImportOptions, asked: Mapping[str, Any]) -> ImportOptions:
    """The worker's options under what a person asked for when the document was queued."""
    accounts = asked.get("account_ids")
    return replace(
        options,
        escalate=Escalate(asked.get("escalate", options.escalate)),
        window=asked.get("window", options.window),
        account_ids=None if accounts is None else tuple(accounts),
        named_account=asked.get("named_account", options.named_account),
    )


def _reader(own: ImportOptions) -> Reader:
    """Made when it is needed: what its settings raise is a try that ended, of work that is held."""

    return lambda intake, progress: own.reader(own.password_book)(intake, progress)


def _load(runner: ImportRunner, work: Work) -> tuple[Intake, ReadDocument]:
    runner.progress.stage("intake")
    _, intake = document_of(runner.engine, work.import_id, runner.options.documents)
    return intake, runner.read_document(intake)


def is_locked(row: Import) -> bool:
    """Whether the import failed because no one knew the password of its document."""
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
    Whatever goes wrong is in the row; one that is not locked any more is left alone. Raises
    ``OtherRevision`` as above.
    """
    with _logged():
        _, intake = document_of(engine, import_id, options.documents)
        with unit_of_work(engine) as session:
            row = import_of(session, import_id)
            if not is_locked(row):
                return
            asked = dict(row.options or {})
            work = acquire(session, intake, row.source_path, asked)
        own = as_asked(options, asked)
        running = RunningProgress(progress, stopping)
        runner = ImportRunner(engine, own, own.reader(own.password_book), running)
        runner.carry_out(work, lambda: (intake, runner.read_document(intake)))
