"""Stops a call that takes too much of the processor, where the call itself knows no limit."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(BaseException):
    """The call used up its time. No library's ``except Exception`` may swallow it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` after so many seconds of CPU.

    Signals reach the main thread alone, which a forked child always has; elsewhere, and where the
    system has no such timer, there is no limit but that of the process.
    """
    if not hasattr(signal, "SIGVTALRM") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TookTooLong
