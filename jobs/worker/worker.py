"""Runs one worker: RQ takes ids from the queue, and this process carries the imports out itself.

It keeps its process, and with it all that is loaded, its connections and its options: to fork for
each document cost 114 ms of CPU more. Only the pages are read in a child, one for each document.
"""

from __future__ import annotations

import logging
import mmap
import os
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from redis.exceptions import RedisError
from rq.job import Job
from rq.timeouts import BaseDeathPenalty
from rq.worker import SimpleWorker

from db.errors import TieoutError, without_text
from jobs.queue.work_queue import SCHEDULED, TASK, queues
from jobs.worker.scheduler import Schedule, run_scheduled

if TYPE_CHECKING:
    from redis import Redis
    from rq import Queue
    from rq.executions import Execution


_LOG = logging.getLogger(__name__)

Task = Callable[[int, Callable[[], bool]], None]
"""Carries an import out, by its id; asks now and then whether the worker has to stop."""

Scheduled = Callable[[str], Schedule]
"""Gives the schedule of a name. Raises leaves of ``TieoutError``."""

BEAT_SECONDS = 5.0
#: The last resort. Reading and asking a model have tighter limits of their own.
MOST_SECONDS_A_DOCUMENT = 3600.0


_MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Recycling:
    """The most that one process brings in, and the most memory it may hold between two."""

    documents: int = 1000
    memory_mib: int = 1024

    @property
    def has_grown(self) -> bool:
        return resident_mebibytes() > self.memory_mib


def resident_mebibytes() -> int:
    """What is in memory of this process; 0 where the system does not tell (proc(5))."""
    with suppress(OSError):
        _, resident, *_ = Path("/proc/self/statm").read_text().split()
        return int(resident) * os.sysconf("SC_PAGE_SIZE") // _MEBIBYTE
    return 0


_LAYOUT = struct.Struct("=Q")


class Vitals:
    """Made by the pool before it forks a worker; the worker counts up, the pool reads."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _LAYOUT.size)

    def beat(self) -> None:
        _LAYOUT.pack_into(self._memory, 0, self.beats + 1)

    @property
    def beats(self) -> int:
        return int(_LAYOUT.unpack_from(self._memory, 0)[0])

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


def work(
    connection: Redis,
    task: Task,
    *,
    vitals: Vitals | None = None,
    recycling: Recycling | None = None,
    scheduled: Scheduled | None = None,
    until_empty: bool = False,
) -> None:
    """Take imports from the queues until asked to stop by SIGTERM, until it is time for a new
    worker, or until none are left."""
    recycling = recycling or Recycling()
    worker = ImportWorker(
        queues(connection),
        connection=connection,
        serializer="json",
        # RQ's own defaults would find a dead worker after 811 seconds.
        worker_ttl=30,
        maintenance_interval=15,
        job_monitoring_interval=int(BEAT_SECONDS),
        log_job_description=False,
    )
    worker.prepare(_Tasks(task, scheduled, connection), vitals or Vitals(), recycling)
    worker.work(until_empty, logging_level="WARNING", max_jobs=recycling.documents)


class ImportWorker(SimpleWorker):
    """RQ's worker that keeps its process, asked to stop between two stages of a document."""

    max_connection_wait_time = 5.0

    def prepare(self, tasks: _Tasks, vitals: Vitals, recycling: Recycling) -> None:
        """What to do with an import, where to show signs of life, and when to end."""
        self._stopping = threading.Event()
        self._vitals, self._recycling = vitals, recycling
        self._current: tuple[Job, Execution] | None = None
        self._since = time.monotonic()
        self.death_penalty_class = _NoAlarm
        self.job_class = _job_class(tasks, self._stopping.is_set)
        threading.Thread(target=self._beat, name="tieout-worker-beat", daemon=True).start()

    def execute_job(self, job: Job, queue: Queue) -> None:
        """As RQ does, with signs of life; anyone who met a bug, or has grown, makes room."""
        execution = self.prepare_execution(job)
        self._since, self._current = time.monotonic(), (job, execution)
        try:
            well = self.perform_job(job, queue, execution)
        finally:
            self._current = None
        self.set_state("idle")
        if not well or self._recycling.has_grown:
            self._stop_requested = True

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:  # noqa: ARG002
        """A beat follows every few seconds, so that no one waits an hour for a dead worker."""
        return int(BEAT_SECONDS) + 60

    def handle_warm_shutdown_request(self) -> None:
        """Let the document stop between two stages; its child, which reads pages, is left alone."""
        self._stopping.set()

    def set_shutdown_requested_date(self) -> None:
        """No one asks; and a server that is away must not be met in the midst of a document."""

    def _beat(self) -> None:
        while True:
            current = self._current
            if current is None or time.monotonic() - self._since < MOST_SECONDS_A_DOCUMENT:
                self._vitals.beat()
            if current is not None:
                with suppress(RedisError, OSError):
                    self.maintain_heartbeats(*current)
            time.sleep(BEAT_SECONDS)


class _NoAlarm(BaseDeathPenalty):
    """No exception out of nowhere, which would be taken for a fault of the document: anyone who
    holds one for too long shows no signs of life any more, and the pool ends that process."""

    def __enter__(self) -> None:
        """Nothing begins."""

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> Literal[False]:
        """Nothing ends."""
        return False


@dataclass(frozen=True, slots=True)
class _Tasks:
    """The two things that a worker does; what is in Redis can choose nothing else."""

    task: Task
    scheduled: Scheduled | None
    connection: Redis

    def run_scheduled(self, name: str, stopping: Callable[[], bool]) -> None:
        try:
            if self.scheduled is not None:
                run_scheduled(self.connection, self.scheduled(name), stopping)
        except TieoutError as error:
            _LOG.warning("cannot run what is scheduled", extra={"code": error.code})


class WorkerBug(Exception):
    """Something went wrong that never should; the worker's log says where. Another one goes on."""


def _without_text(does: Callable[[], None]) -> None:
    """RQ writes what is raised into the log and into Redis, and a bug may quote a statement."""
    try:
        does()
    except Exception as error:  # noqa: BLE001 - raised again, without its text
        _LOG.warning("worker failed with %s", without_text(error))
        raise WorkerBug from None


def _job_class(tasks: _Tasks, stopping: Callable[[], bool]) -> type[Job]:
    def carry_out(import_id: object) -> None:
        _without_text(lambda: tasks.task(int(str(import_id)), stopping))

    def run(name: object) -> None:
        _without_text(lambda: tasks.run_scheduled(str(name), stopping))

    class NamedJob(Job):
        """What is in Redis is a name and an id; the code that it runs is chosen here."""

        @property
        def func(self) -> Callable[..., None]:
            if self.func_name == TASK:
                return carry_out
            if self.func_name == SCHEDULED:
                return run
            raise ValueError("the queue holds something that is no import")

    return NamedJob
