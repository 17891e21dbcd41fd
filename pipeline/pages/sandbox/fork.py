"""Runs a function in a child process under limits: by fork where that is safe, for PDFium and numpy
are loaded there already; else in a process of its own."""

import faulthandler
import gc
import os
import pickle
import select
import signal
import struct
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn, TypeAlias, TypeVar, cast

from pipeline.pages.errors import ReaderStalled
from pipeline.pages.sandbox.limits import (
    DEFAULT_LIMITS,
    MEBIBYTE,
    PagesDone,
    ReadingLimits,
    Watch,
    begin,
    death,
    die_with_parent,
    lower,
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
_HEAD = struct.Struct("=QQ")
"""Before a message: how long it is, and of an answer how much memory the child has ever held."""

Work: TypeAlias = tuple[Callable[..., object], Sequence[object], ReadingLimits]


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
    with closing(Sandbox()) as sandbox:
        return sandbox.run(function, *arguments, limits=limits, watch=watch)


class Sandbox:
    """As `run_limited`, for one thing after the other in one child: to fork costs as much as to
    read a page.

    Each has limits of its own. A child in which anything failed is replaced, and so is one that has
    grown, or that something has ended meanwhile. For one thread, and to be closed.
    """

    def __init__(self) -> None:
        self._child: _Child | None = None

    def run(
        self,
        function: Callable[..., T],
        *arguments: object,
        limits: ReadingLimits = DEFAULT_LIMITS,
        watch: Watch | None = None,
    ) -> T:
        """See `run_limited`; beyond the first, function and arguments must be picklable."""
        if sys.platform != "linux":
            return _spawned(function, arguments, limits)
        work = (function, arguments, limits)
        deadline = time.monotonic() + limits.wall_seconds
        if self._child is None or not self._child.takes(work, deadline, watch):
            self.close()
            self._child = _Child(work, watch)
        try:
            value = value_of(self._child.answer(limits, deadline))
        except BaseException:
            self.close()
            raise
        if self._child.is_worn:
            self.close()
        return cast(T, value)

    def close(self) -> None:
        """End the child, whatever it is at."""
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """A process that does what it was born with, and then what it is asked, until it is ended.

    The lock keeps another thread's child from inheriting the writing end of its answers, which
    would hold off the end of file; PDFium's lock keeps the fork away from a half-done PDFium call.
    """

    def __init__(self, work: Work, watch: Watch | None) -> None:
        from pipeline.pages.pdfium_library import PDFIUM_LOCK

        self._inherited = _own_memory()
        self._held = self._works = 0
        self._done = PagesDone(watch)
        self._is_there = True
        with _fork_lock, PDFIUM_LOCK, warnings.catch_warnings():
            # Python 3.12 warns of forking beside threads: the child takes no lock that they may
            # hold.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._answers, answers = os.pipe()
            asked, self._asks = os.pipe()
            self._process = os.fork()
            if self._process == 0:
                os.close(self._asks)
                self._done.take()
                _live(work, asked, answers)
            os.close(answers)
            os.close(asked)

    @property
    def is_worn(self) -> bool:
        """Whether it had better be replaced, for what it holds or may have gathered."""
        return self._works >= _MOST_WORKS or self._held > self._inherited + _MOST_GROWTH

    def takes(self, work: Work, deadline: float, watch: Watch | None) -> bool:
        """Ask it to do something more; False if it is not there any more, or does not listen."""
        self._done.begin(watch)
        message = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        os.set_blocking(self._asks, False)
        poller = select.poll()
        poller.register(self._asks, select.POLLOUT)
        view = memoryview(_HEAD.pack(len(message), 0) + message)
        while view:
            if not poller.poll(max(deadline - time.monotonic(), 0) * 1000):
                return False
            try:
                view = view[os.write(self._asks, view) :]
            except BrokenPipeError:
                return False
        return True

    def answer(self, limits: ReadingLimits, deadline: float) -> bytes:
        """What it made of what it is at. Raises ReaderStalled, and what `death` says."""
        message = _read_message(self._answers, lambda: self._speaks(deadline))
        if message is None:
            raise ReaderStalled(seconds=limits.wall_seconds)
        if not message:
            _, status, usage = os.wait4(self._process, 0)
            self._is_there = False
            own_peak = usage.ru_maxrss * 1024 - self._inherited
            raise death(os.waitstatus_to_exitcode(status), own_peak, limits)
        self._works += 1
        self._held = _HEAD.unpack_from(message)[1]
        return message[_HEAD.size :]

    def _speaks(self, deadline: float) -> bool:
        """Whether it says something, or has ended, before the deadline (monotonic seconds)."""
        poller = select.poll()
        poller.register(self._answers, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            if poller.poll(min(left * 1000, _LOOK_MILLISECONDS)):
                return True
            self._done.look()
        return False

    def end(self) -> None:
        """End it, and leave nothing of it behind."""
        os.close(self._answers)
        os.close(self._asks)
        self._done.close()
        if self._is_there:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)


_MOST_WORKS = 100
_MOST_GROWTH = 64 * MEBIBYTE


def _live(work: Work, asked: int, answers: int) -> NoReturn:
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
        lower(resource.RLIMIT_CORE, 0)
        while True:
            function, arguments, limits = work
            lower(resource.RLIMIT_AS, _statm()[0] + limits.memory_bytes)
            begin(limits)
            message = report(function, arguments, limits)
            held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            view = memoryview(_HEAD.pack(len(message), held) + message)
            while view:
                view = view[os.write(answers, view) :]
            request = _read_message(asked)
            if not request:
                break
            work = pickle.loads(request[_HEAD.size :])
        code = 0
    finally:
        os._exit(code)


def _own_memory() -> int:
    """What this process holds by itself: a fork begins with that, and not with mapped files."""
    _, resident, shared, *_ = _statm()
    return resident - shared


def _statm() -> list[int]:
    """What Linux tells of this process's memory (proc(5)), in bytes: size, resident, shared."""
    with open("/proc/self/statm", "rb") as file:
        return [int(pages) * resource.getpagesize() for pages in file.read().split()]


def _read_message(pipe: int, has_more: Callable[[], bool] = lambda: True) -> bytes | None:
    """A message with its head; empty if its writer has ended, None if no more comes in time."""
    message = bytearray()
    whole = _HEAD.size
    while len(message) < whole:
        if not has_more():
            return None
        chunk = os.read(pipe, _CHUNK)
        if not chunk:
            return b""
        message += chunk
        if len(message) >= _HEAD.size:
            whole = _HEAD.size + _HEAD.unpack_from(message)[0]
    return bytes(message)


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
