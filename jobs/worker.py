"""One worker: RQ takes an id from the queue and forks; the child carries that import out.

The parent has loaded everything before it forks, so that a document does not pay for it: importing
in the child would cost 620-740 ms of CPU for each, measured with RQ 3.0.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from redis import Redis
from rq import Worker
from rq.job import Job

from jobs.work_queue import TASK, queue

Task = Callable[[int, Callable[[], bool]], None]
"""Carries an import out, by its id; asks now and then whether the worker has to stop."""

_stop = threading.Event()


def work(connection: Redis, task: Task, *, until_empty: bool = False) -> None:
    """Take imports from the queue until asked to stop by SIGTERM, or until there are none."""
    worker = ImportWorker(
        [queue(connection)],
        connection=connection,
        serializer="json",
        job_class=_job_class(task),
        # RQ's own defaults would find a dead worker after 811 seconds.
        worker_ttl=30,
        maintenance_interval=15,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    worker.work(burst=until_empty, logging_level="WARNING")


class ImportWorker(Worker):
    """RQ's worker, whose child is asked to stop between two stages instead of being waited for."""

    max_connection_wait_time = 5.0

    def handle_warm_shutdown_request(self) -> None:
        """Ask the child alone: its own child, which reads the pages, is not to be torn off."""
        if self.horse_pid:
            with suppress(ProcessLookupError):
                os.kill(self.horse_pid, signal.SIGTERM)

    def setup_work_horse_signals(self) -> None:
        """In the child: remember that it has to stop."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _remember)


def _remember(_number: int, _frame: FrameType | None) -> None:
    _stop.set()


def _job_class(task: Task) -> type[Job]:
    class ImportJob(Job):
        """What stands in Redis is a name and an id; the code that it runs is chosen here."""

        @property
        def func(self) -> Callable[[int], None]:
            if self.func_name != TASK:
                raise ValueError("the queue holds something that is no import")
            return lambda import_id: task(int(import_id), _stop.is_set)

    return ImportJob
