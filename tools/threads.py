"""Running something that may never return, without ever waiting for it longer than agreed.

Daemon threads and not a pool: a pool's threads are joined when the interpreter exits, so one
hung tool would hold the whole process.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
_SLICE = 0.05


@dataclass(slots=True)
class Job(Generic[T]):
    """A function at work in its own thread, with at most ``timeout`` seconds from its start."""

    function: Callable[[], T]
    timeout: float
    value: T | None = None
    error: BaseException | None = None
    seconds: float = 0.0
    timed_out: bool = False


def run_jobs(jobs: Sequence[Job[T]], cancel: threading.Event | None = None) -> None:
    """Start all jobs at once and wait for each within its own time. A job that is late is left
    behind marked ``timed_out``; what it returns later is dropped."""
    done = [_start(job) for job in jobs]
    begun = time.monotonic()
    for job, finished in zip(jobs, done, strict=True):
        job.timed_out = not _wait(finished, begun + job.timeout, cancel)


def _start(job: Job[T]) -> threading.Event:
    finished = threading.Event()
    context = contextvars.copy_context()
    thread = threading.Thread(
        target=context.run, args=(_work, job, finished), daemon=True, name="tieout-job"
    )
    thread.start()
    return finished


def _work(job: Job[T], finished: threading.Event) -> None:
    begun = time.monotonic()
    try:
        value = job.function()
    except BaseException as error:  # noqa: BLE001 - handed to the waiting thread, which decides
        job.error = error
    else:
        job.value = value
    job.seconds = time.monotonic() - begun
    finished.set()


def _wait(finished: threading.Event, until: float, cancel: threading.Event | None) -> bool:
    if cancel is None:
        return finished.wait(max(0.0, until - time.monotonic()))
    while not finished.wait(_SLICE):
        if cancel.is_set() or time.monotonic() >= until:
            return finished.is_set()
    return True
