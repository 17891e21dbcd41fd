"""Run a reader where a hostile document can do no harm: a child process with limits.

Threat: bytes that make a C library crash, hang or take all memory. Invariant: whatever happens in
there, the caller gets a value or a TieoutError, and the next document goes on. Accepted: a bug in
PDFium that runs code would run it as this user; the child is a limit on damage by accident and
exhaustion, not a security boundary.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, ReadingLimits
from pipeline.pages.sandbox.outcome import Watch

T = TypeVar("T")


def run_limited(
    function: Callable[..., T],
    *arguments: object,
    limits: ReadingLimits = DEFAULT_LIMITS,
    watch: Watch | None = None,
) -> T:
    """What ``function(*arguments)`` returns, computed in a child process.

    A TieoutError raised in the child is raised here as itself. Otherwise raises ReaderTimeout,
    ReaderStalled, ReaderOutOfMemory, ReaderKilled or ReaderCrashed. Function, arguments and
    result must be picklable where there is no fork; the result must be everywhere. ``watch`` learns
    now and then which page is done (`pages_done.report` in the child). Safe to call from threads
    and with database connections open: the child touches neither and leaves by ``os._exit``.
    """
    if sys.platform == "linux":
        from pipeline.pages.sandbox.fork import run
    else:
        from pipeline.pages.sandbox.spawn import run
    return run(function, arguments, limits, watch)
