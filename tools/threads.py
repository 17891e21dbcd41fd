"""Running something that may never return, without ever waiting for it longer than agreed.

Daemon threads and not a `ThreadPoolExecutor`: a pool's threads are joined when the interpreter
exits, so one hung tool would hold the whole process. Threads are kept for the next job, since
making one costs several times what most jobs do.
"""

from __future__ import annotations

import contextvars
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_SLICE = 0.05
_HEAD_START = 0.005
_MOST_IDLE = 16


class Latch:
    """Opened once, waited for by one thread; a bare lock costs a third of an Event."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    def open(self) -> None:
        """Let the waiting thread go on."""
        self._lock.release()

    def wait(self, seconds: float) -> bool:
        """Whether it was opened in time; once it was, it must not be waited for again."""
        return self._lock.acquire(timeout=seconds)


@dataclass(slots=True)
class Job(Generic[T]):
    """A function at work in its own thread, with at most ``timeout`` seconds from its start."""

    function: Callable[[], T]
    timeout: float
    value: T | None = None
    error: BaseException | None = None
    seconds: float = 0.0
    timed_out: bool = False
    finished: Latch = field(default_factory=Latch)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)

    def work(self) -> None:
        """Run the function and keep what came of it."""
        begun = time.monotonic()
        try:
            self.value = self.context.run(self.function)
        except BaseException as error:  # noqa: BLE001 - for the waiting thread, which decides
            self.error = error
        self.seconds = time.monotonic() - begun


def run_jobs(jobs: Sequence[Job[T]], cancel: threading.Event | None = None) -> None:
    """Do all jobs at once and wait for each within its own time. A job that is late is left
    behind marked ``timed_out``; what it returns later is dropped.

    One thread takes job after job until a moment has passed, then each that still waits gets a
    thread of its own: most tools are done sooner than a second thread is awake.
    """
    begun = time.monotonic()
    line = deque(jobs)
    if line:
        _start(line)
    done = len(jobs) > 1 and jobs[-1].finished.wait(_HEAD_START)
    for _ in range(len(line)):
        _start(line)
    for job in jobs[: len(jobs) - done]:
        job.timed_out = not _wait(job.finished, begun + job.timeout, cancel)


class _Worker:
    """A thread that does one job after another, and goes when there are idle ones enough."""

    def __init__(self) -> None:
        self.lines: SimpleQueue[deque[Job[Any]]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="tieout-job").start()

    def _run(self) -> None:
        while self._serve(self.lines.get()):
            pass

    def _serve(self, line: deque[Job[Any]]) -> bool:
        """Do what waits in the line; whether to stay for another. Nothing of a job outlives it."""
        job = _next(line)
        staying = job is not None or self._rest()
        while job is not None:
            job.work()
            following = _next(line)
            # Whoever waits for the last may begin the next line at once, and wants this thread.
            staying = following is not None or self._rest()
            job.finished.open()
            job = following
        return staying

    def _rest(self) -> bool:
        """Be there for whoever comes next, unless there are enough who are."""
        if len(_idle) >= _MOST_IDLE:
            return False
        _idle.append(self)
        return True


_idle: deque[_Worker] = deque()
if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads.
    os.register_at_fork(after_in_child=_idle.clear)


def _next(line: deque[Job[Any]]) -> Job[Any] | None:
    try:
        return line.popleft()
    except IndexError:
        return None


def _start(line: deque[Job[Any]]) -> None:
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    worker.lines.put(line)


def _wait(finished: Latch, until: float, cancel: threading.Event | None) -> bool:
    if cancel is None:
        return finished.wait(max(0.0, until - time.monotonic()))
    while not finished.wait(_SLICE):
        if cancel.is_set() or time.monotonic() >= until:
            return finished.wait(0)
    return True
