"""Runs a function in a child process under limits: by fork where that is safe, for PDFium and numpy
are loaded there already, so that a document costs about 2 ms; else in a process of its own."""

import faulthandler
import gc
import os
import select
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

from pipeline.pages.errors import ReaderStalled
from pipeline.pages.sandbox.limits import (
    DEFAULT_LIMITS,
    PagesDone,
    ReadingLimits,
    Watch,
    begin,
    death,
    die_with_parent,
    report,
    value_of,
)

if sys.platform != "win32":
    import resource
if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
_CHUNK = 1 << 20
_LOOK_MILLISECONDS = 200
_fork_lock = threading.Lock()


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
    now and then which page is done (`report_pages` in the child). Safe to call from threads
    and with database connections open: the child touches neither and leaves by ``os._exit``.
    """
    if sys.platform != "linux":
        return _spawned(function, arguments, limits)
    return _forked(function, arguments, limits, watch)


def _forked(
    function: Callable[..., T],
    arguments: Sequence[object],
    limits: ReadingLimits,
    watch: Watch | None,
) -> T:
    """See `run_limited`."""
    done = PagesDone(watch)
    inherited = _own_memory()
    child, reader = _start(function, arguments, limits, done)
    reaped = False
    try:
        message = _read_all(reader, time.monotonic() + limits.wall_seconds, done)
        if message is None:
            raise ReaderStalled(seconds=limits.wall_seconds)
        _, status, usage = os.wait4(child, 0)
        reaped = True
    finally:
        os.close(reader)
        done.close()
        if not reaped:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if not message:
        own_peak = usage.ru_maxrss * 1024 - inherited
        raise death(os.waitstatus_to_exitcode(status), own_peak, limits)
    return cast(T, value_of(message))


def _start(
    function: Callable[..., object],
    arguments: Sequence[object],
    limits: ReadingLimits,
    done: PagesDone,
) -> tuple[int, int]:
    """The child's process id, and the end of a pipe that its report can be read from.

    The lock keeps another thread's child from inheriting this pipe's writing end, which would
    hold off the end of file; PDFium's lock keeps the fork away from a half-done PDFium call.
    """
    from pipeline.pages.pdfium_library import PDFIUM_LOCK

    with _fork_lock, PDFIUM_LOCK, warnings.catch_warnings():
        # Python 3.12 warns of forking beside threads: the child takes no lock that they may hold.
        warnings.simplefilter("ignore", DeprecationWarning)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            done.take()
            _live(function, arguments, limits, writer)
        os.close(writer)
    return child, reader


def _live(
    function: Callable[..., object], arguments: Sequence[object], limits: ReadingLimits, writer: int
) -> NoReturn:
    """The child's whole life. Nothing may leave it but ``os._exit``."""
    code = 1
    try:
        # Die with the parent, leave the terminal and its Ctrl-C to it, and collect no garbage.
        faulthandler.disable()
        die_with_parent(signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # A service manager stops every process at once; who waits for this one decides when it
        # ends.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        gc.disable()
        memory = _statm()[0] + limits.memory_bytes
        _lower(resource.RLIMIT_AS, memory, memory)
        begin(limits)
        _lower(resource.RLIMIT_CORE, 0, 0)
        view = memoryview(report(function, arguments, limits))
        while view:
            view = view[os.write(writer, view) :]
        code = 0
    finally:
        os._exit(code)


def _lower(which: int, soft: int, hard: int) -> None:
    """Set a limit, never above the one this process already lives under."""
    _, present = resource.getrlimit(which)
    if present != resource.RLIM_INFINITY:
        soft, hard = min(soft, present), min(hard, present)
    resource.setrlimit(which, (soft, hard))


def _own_memory() -> int:
    """What this process holds by itself: a fork begins with that, and not with mapped files."""
    _, resident, shared, *_ = _statm()
    return resident - shared


def _statm() -> list[int]:
    """What Linux tells of this process's memory (proc(5)), in bytes: size, resident, shared."""
    with open("/proc/self/statm", "rb") as file:
        return [int(pages) * resource.getpagesize() for pages in file.read().split()]


def _read_all(reader: int, deadline: float, done: PagesDone) -> bytes | None:
    """All that comes before the end of file, or None at the deadline (monotonic seconds)."""
    poller = select.poll()
    poller.register(reader, select.POLLIN)
    chunks: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0:
        if not poller.poll(min(left * 1000, _LOOK_MILLISECONDS)):
            done.look()
            continue
        chunk = os.read(reader, _CHUNK)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
    return None


def _spawned(
    function: Callable[..., T],
    arguments: Sequence[object],
    limits: ReadingLimits,
) -> T:
    """See `run_limited`, for systems where forking is unsafe or unknown: slower to start. Memory is
    limited where the system can, and pages are not counted on the way.
    """
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    given = function, arguments, limits, sender
    child = context.Process(target=_live_spawned, args=given, daemon=True)
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


def _receive(receiver: "Connection", limits: ReadingLimits) -> bytes:
    """The child's report, empty if it died without one. Raises ReaderStalled."""
    if not receiver.poll(limits.wall_seconds):
        raise ReaderStalled(seconds=limits.wall_seconds)
    try:
        return receiver.recv_bytes()
    except EOFError:
        return b""


def _live_spawned(
    function: Callable[..., object],
    arguments: Sequence[object],
    limits: ReadingLimits,
    sender: "Connection",
) -> None:
    begin(limits)
    sender.send_bytes(report(function, arguments, limits))
