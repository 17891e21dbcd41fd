"""The child by spawn, for systems where forking is unsafe or unknown: slower to start."""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar, cast

from pipeline.pages.errors import ReaderStalled
from pipeline.pages.sandbox.limits import ReadingLimits, Watch, begin, death, report, value_of

T = TypeVar("T")


def run(
    function: Callable[..., T],
    arguments: Sequence[object],
    limits: ReadingLimits,
    _watch: Watch | None = None,
) -> T:
    """See ``pipeline.pages.sandbox.limits.run_limited``. Memory is limited where the system can,
    and pages are not counted on the way.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_live, args=(function, arguments, limits, sender), daemon=True)
    with receiver:
        with sender:
            child.start()
        try:
            message = _receive(receiver, limits)
            child.join()
        finally:
            child.kill()
            child.join()
            exit_code = child.exitcode or 0
            child.close()
    if not message:
        raise death(exit_code, 0, limits)
    return cast(T, value_of(message))


def _receive(receiver: Connection, limits: ReadingLimits) -> bytes:
    """The child's report, empty if it died without one. Raises ReaderStalled."""
    if not receiver.poll(limits.wall_seconds):
        raise ReaderStalled(seconds=limits.wall_seconds)
    try:
        return receiver.recv_bytes()
    except EOFError:
        return b""


def _live(
    function: Callable[..., object],
    arguments: Sequence[object],
    limits: ReadingLimits,
    sender: Connection,
) -> None:
    begin(limits)
    sender.send_bytes(report(function, arguments, limits))
