"""Runs a scheduled command on a worker, in a process of its own, and never twice at once."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from jobs.schedules import Schedule
from pipeline.pages.sandbox.orphans import die_with_parent

if TYPE_CHECKING:
    from redis import Redis

_LOG = logging.getLogger(__name__)
_SECONDS_OF_THE_LOCK = 60
_SECONDS_BETWEEN_BEATS = 20.0
_SECONDS_BETWEEN_LOOKS = 0.5
#: What a command says of documents, and not of itself.
_WELL = frozenset({0, 3, 4, 5})


def _never() -> bool:
    return False


def run_scheduled(
    connection: Redis, schedule: Schedule, stopping: Callable[[], bool] = _never
) -> int | None:
    """The command's exit code; None if the one before has not ended yet.

    It prints to this process's log alone, and is asked to stop when this process is, or ends. A
    queue that goes away meanwhile is no matter of the command's.
    """
    from redis.exceptions import RedisError

    lock = connection.lock(
        f"tieout:scheduled:{schedule.name}", timeout=_SECONDS_OF_THE_LOCK, blocking=False
    )
    if not lock.acquire():
        _LOG.info("still at work", extra={"schedule": schedule.name})
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", *schedule.words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(die_with_parent, signal.SIGTERM),
    )

    def beat() -> None:
        with suppress(RedisError, OSError):
            lock.reacquire()

    code = _ended(process, beat, stopping)
    with suppress(RedisError, OSError):
        lock.release()
    level = logging.INFO if code in _WELL else logging.WARNING
    _LOG.log(level, "scheduled", extra={"schedule": schedule.name, "code": code})
    return code


def _ended(
    process: subprocess.Popen[bytes], beat: Callable[[], None], stopping: Callable[[], bool]
) -> int:
    """Its exit code; it is asked to stop once."""
    beaten, asked = time.monotonic(), False
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(_SECONDS_BETWEEN_LOOKS)
        if not asked and stopping():
            process.terminate()
            asked = True
        if time.monotonic() - beaten >= _SECONDS_BETWEEN_BEATS:
            beat()
            beaten = time.monotonic()
