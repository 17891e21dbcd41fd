"""What a worker's child does with an import: opens the ledger, and logs how it goes."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.health.services import telling
from app.keeping import documents_of
from app.logs import Logged, about, log_to_stderr
from app.opening import open_ledger
from app.secret_files import secrets_of
from app.settings import Settings
from app.work import short_hash
from db.errors import TieoutError
from jobs.options import ImportOptions
from jobs.queued import import_queued
from jobs.work_queue import WorkQueue
from jobs.worker_pool import PoolOptions, WorkerPool

_LOG = logging.getLogger(__name__)
_SECONDS_TO_CALM = 1.0


@dataclass(frozen=True, slots=True)
class CarryOut:
    """Carries an import out by its id, in a process that was just forked for it."""

    database_url: str
    options: Callable[[], ImportOptions]

    def __call__(self, import_id: int, stopping: Callable[[], bool]) -> None:
        """Whatever goes wrong is in the import's row and in the log."""
        logged = Logged(_timed)
        with about(import_id=import_id):
            try:
                engine = open_ledger(self.database_url)
                with about(document=short_hash(engine, import_id)):
                    import_queued(engine, import_id, self.options(), logged, stopping)
                    logged.over()
            except TieoutError as error:
                _LOG.warning("could not begin", extra={"code": error.code})
                # Or a whole queue would be run through while the ledger is away.
                time.sleep(_SECONDS_TO_CALM)


def run_worker_pool(chosen: Settings, size: int, options: Callable[[], ImportOptions]) -> None:
    """Work until asked to stop.

    Raises:
        NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable, LogsMissing, and what `open_ledger`
            and `telling` raise: a pool that cannot work says so at once.
    """
    WorkQueue(chosen.redis_url).check()
    open_ledger(chosen.database_url).dispose()
    documents_of(chosen)
    log_to_stderr(chosen.log_level, secrets_of(os.environ))
    work = CarryOut(chosen.database_url, options)
    with telling(chosen):
        WorkerPool(PoolOptions(chosen.database_url, chosen.redis_url or "", work), size).run()


def _timed(stage: str, seconds: float) -> None:
    if sys.modules.get("app.health.counted"):
        from app.health.counted import stage_took

        stage_took(stage, seconds)
