"""Runs a pool of workers under one process, which replaces those that die."""

import gc
import logging
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from types import FrameType

from sqlalchemy import Engine
from sqlalchemy.orm import configure_mappers

from db.engine import make_engine
from db.errors import TieoutError
from db.upgrade import OtherRevision, require_current
from jobs.lease.lease import LEASE
from jobs.queue.submit import Swept, refill, sweep
from jobs.queue.work_queue import WorkQueue, connect
from jobs.worker.scheduler import Schedule
from jobs.worker.worker import Recycling, Vitals, work
from pipeline.pages.sandbox.limits import die_with_parent
from pipeline.reading.from_bytes import load_readers


@dataclass(slots=True)
class Watch:
    """For how many looks of the pool in a row a worker has been silent. Looks are counted and not
    seconds: a pool that was paused itself has seen nothing meanwhile."""

    vitals: Vitals
    looks: int = 0
    _beats: int = field(default=0)

    def look(self) -> int:
        beats = self.vitals.beats
        self.looks = 0 if beats != self._beats else self.looks + 1
        self._beats = beats
        return self.looks


_LOG = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
REFILL_SECONDS = 1.0
TIDY_SECONDS = 600.0
_LOOK_SECONDS = 0.2
#: Two leases long: by then its work has been given to others.
MOST_SILENT_LOOKS = int(2 * LEASE.total_seconds() / _LOOK_SECONDS)
#: The last ones are loaded only when a statement is held against a ledger.
_PRELOADED = (
    "jobs.imports.queued",
    "pipeline.account.ledger_query",
    "pipeline.matching.hints",
    "pydantic.type_adapter",
    "rapidfuzz.fuzz",
)
#: A worker that ends at once must not be replaced in a busy loop.
_SECONDS_BETWEEN_STARTS = 1.0


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Where a pool works. ``carry_out`` carries an import out in a worker, which keeps it;
    ``recycling`` says when a worker makes room for a new one, ``scheduled`` what the name of a
    schedule represents; ``ending`` is done by each worker before it ends, ``tidy`` now and then, in
    a process of its own."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    carry_out: Callable[[int, Callable[[], bool]], None]
    recycling: Recycling = field(default_factory=Recycling)
    scheduled: Callable[[str], Schedule] | None = None
    ending: Callable[[], None] = lambda: None
    tidy: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class _Started:
    """A worker of this pool: since when, and what shows that it is well."""

    since: float
    watch: Watch


@dataclass(slots=True)
class WorkerPool:
    """So many workers. Start it from a process with one thread and no open connection."""

    post: PoolOptions
    size: int
    _started: dict[int, _Started] = field(default_factory=dict)
    _stopping: bool = False
    #: An upgrade has taken the tables further: nothing is done until somebody starts the new one.
    _waiting: bool = False

    def run(self) -> None:
        """Work until SIGTERM or Ctrl-C; then let every worker finish its stage and hand back."""
        preload()
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        _LOG.info("worker pool started", extra={"workers": self.size})
        swept, refilled, tidied = -SWEEP_SECONDS, 0.0, -TIDY_SECONDS
        while not self._stopping:
            # First of all: nobody works yet, so that nothing is queued twice.
            if time.monotonic() - swept >= SWEEP_SECONDS:
                self._tend(sweep)
                swept = time.monotonic()
            elif time.monotonic() - refilled >= REFILL_SECONDS:
                self._tend(_refilled)
                refilled = time.monotonic()
            if self.post.tidy and not self._waiting and time.monotonic() - tidied >= TIDY_SECONDS:
                # Whatever it connects to, no worker may inherit.
                _fork(self.post.tidy)
                tidied = time.monotonic()
            self._reap()
            self._end_silent()
            self._fill()
            time.sleep(_LOOK_SECONDS)
        self._ask_to_stop()
        for pid in self._started:
            os.waitpid(pid, 0)
        _LOG.info("worker pool stopped")

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _fill(self) -> None:
        while len(self._started) < self.size and not self._stopping and not self._waiting:
            vitals = Vitals()
            pid = _fork(partial(_live, self.post, vitals))
            self._started[pid] = _Started(time.monotonic(), Watch(vitals))

    def _end_silent(self) -> None:
        """A worker that is held by its document shows no signs of life, and never would again."""
        for pid, started in self._started.items():
            if started.watch.look() == MOST_SILENT_LOOKS:
                _LOG.warning("worker is silent and is ended", extra={"worker": pid})
                os.kill(pid, signal.SIGKILL)

    def _reap(self) -> None:
        """Take note of the workers that have ended, and of orphans that were left to us."""
        while (ended := _ended()) is not None:
            pid, code = ended
            started = self._started.pop(pid, None)
            if started is None:
                continue
            started.watch.vitals.close()
            level = logging.WARNING if code else logging.INFO
            _LOG.log(level, "worker ended", extra={"worker": pid, "code": code})
            time.sleep(max(0.0, started.since + _SECONDS_BETWEEN_STARTS - time.monotonic()))

    def _tend(self, tend: Callable[[Engine, WorkQueue], Swept]) -> None:
        # The connections live only here: a child must never inherit one.
        with closing(WorkQueue(self.post.redis_url)) as work_queue:
            try:
                engine = make_engine(self.post.database_url)
                require_current(engine)
                swept = tend(engine, work_queue)
                engine.dispose()
                self._waiting = False
            except OtherRevision as error:
                self._wait(error)
                return
            except TieoutError as error:
                _LOG.warning("could not sweep", extra={"code": error.code})
                return
        if swept.returned or swept.poisoned:
            numbers = {"returned": swept.returned, "poisoned": swept.poisoned}
            _LOG.info("swept", extra=numbers)

    def _wait(self, error: OtherRevision) -> None:
        """Let every worker hand back what it has, and start none: they would take ids from the
        queue that only those of the other version can carry out."""
        if not self._waiting:
            _LOG.warning("waits for its own revision", extra={"code": error.code})
            self._waiting = True
            self._ask_to_stop()

    def _ask_to_stop(self) -> None:
        for pid in self._started:
            os.kill(pid, signal.SIGTERM)


def _refilled(engine: Engine, work_queue: WorkQueue) -> Swept:
    return Swept(pushed=refill(engine, work_queue) if work_queue.is_due() else ())


def preload() -> None:
    """Load what every child needs, once, and keep the collector's hands off it."""
    load_readers()
    for module in _PRELOADED:
        import_module(module)
    configure_mappers()
    gc.collect()
    gc.freeze()


def _ended() -> tuple[int, int] | None:
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


def _fork(lives: Callable[[], None]) -> int:
    """A child of the pool that does this and ends."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        # A pool that is killed leaves nobody behind who would take new work.
        die_with_parent(signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        lives()
        code = 0
    except TieoutError as error:
        _LOG.warning("worker cannot work", extra={"code": error.code})
    except Exception as error:  # noqa: BLE001 - the process ends here, and must say why
        _LOG.warning("worker cannot work", extra={"kind": type(error).__name__})
    finally:
        os._exit(code)


def _live(post: PoolOptions, vitals: Vitals) -> None:
    connection = connect(post.redis_url)
    try:
        work(
            connection,
            post.carry_out,
            vitals=vitals,
            recycling=post.recycling,
            scheduled=post.scheduled,
        )
    finally:
        post.ending()
