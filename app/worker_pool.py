"""What a worker does with an import: opens the ledger once, and logs how each goes."""

import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Engine

from app.environment.listing import documents_of
from app.environment.opening import open_ledger
from app.environment.schedules import schedule_of
from app.environment.settings import Settings, secrets_of
from app.queries.reviews import short_hash
from app.telemetry.logs import Logged, about, log_to_stderr
from app.telemetry.server import telling
from app.telemetry.spans import require_spans, send_what_is_left
from db.errors import TieoutError
from db.session import read_only
from jobs.documents.keeping import drop_ended_of
from jobs.imports.queued import import_queued
from jobs.options import ImportOptions, Keep
from jobs.queue.submit import is_put_off
from jobs.queue.work_queue import WorkQueue
from jobs.webhooks.delivering import Courier
from jobs.worker.worker import Recycling
from jobs.worker.worker_pool import PoolOptions, WorkerPool

_LOG = logging.getLogger(__name__)
_SECONDS_TO_CALM = 1.0


@dataclass(slots=True)
class CarryOut:
    """Carries imports out by their ids; the process that does it keeps its connections. It is made
    before the workers are forked, and opens nothing until it is asked to work."""

    database_url: str = field(repr=False)
    make_options: Callable[[], ImportOptions]
    book: str | None = None
    _engine: Engine | None = field(default=None, repr=False)
    _options: ImportOptions | None = field(default=None, repr=False)

    def __call__(self, import_id: int, stopping: Callable[[], bool]) -> None:
        """Whatever goes wrong is in the import's row and in the log."""
        logged = Logged(_timed)
        with about(import_id=import_id):
            try:
                engine = self._ledger()
                with read_only(engine) as session:
                    if is_put_off(session, import_id):
                        return
                with about(document=short_hash(engine, import_id)):
                    import_queued(engine, import_id, self._asked(), logged, stopping)
                    logged.over()
            except TieoutError as error:
                _LOG.warning("could not begin", extra={"code": error.code})
                # Or a whole queue would be run through while the ledger is away.
                time.sleep(_SECONDS_TO_CALM)

    def _ledger(self) -> Engine:
        if self._engine is None:
            self._engine = open_ledger(self.database_url)
            # What this worker brings about is reported by it, beside its work.
            Courier(self._engine, self.book).start()
        return self._engine

    def _asked(self) -> ImportOptions:
        self._options = self._options or self.make_options()
        return self._options


def run_worker_pool(chosen: Settings, size: int, options: Callable[[], ImportOptions]) -> None:
    """Work until asked to stop. Raises ``NoQueue``, ``QueueMissing``, ``BadRedisUrl``,
    ``QueueUnreachable``, ``LogsMissing``, and what `open_ledger`, `require_spans` and `telling`
    raise: a pool that cannot work says that at once."""
    WorkQueue(chosen.redis_url).check()
    open_ledger(chosen.database_url).dispose()
    documents = documents_of(chosen)
    log_to_stderr(chosen.log_level, secrets_of(os.environ))
    work = CarryOut(chosen.database_url, options, chosen.book)
    recycling = Recycling(chosen.worker_documents, chosen.worker_memory_mib)
    tidy = partial(drop_ended_of, chosen.database_url, documents)
    require_spans(chosen.spans)
    post = PoolOptions(
        chosen.database_url,
        chosen.redis_url or "",
        work,
        recycling,
        schedule_of,
        send_what_is_left,
        tidy if documents.keep is Keep.UNTIL_DONE else None,
    )
    with telling(chosen.metrics, chosen.database_url, chosen.redis_url):
        WorkerPool(post, size).run()


def _timed(stage: str, seconds: float) -> None:
    if sys.modules.get("app.telemetry.counted"):
        from app.telemetry.counted import stage_took

        stage_took(stage, seconds)
