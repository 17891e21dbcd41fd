"""Bounds what a reader may take in its child process, where a hostile document can do no harm.

Threat: bytes that make a C library crash, hang or take all memory. Invariant: whatever happens in
there, the caller gets a value or a TieoutError, and the next document goes on. Accepted: a bug in
PDFium that runs code would run it as this user; the child is a limit on damage by accident and
exhaustion, not a security boundary. So it may do for one document after the other, as long as
nothing fails in it, where one person brings them in (`Sandbox` in ``fork``).
"""

import ctypes
import mmap
import os
import pickle
import signal
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from signal import Signals
from typing import Final, NamedTuple, TypeVar, cast

from db.errors import TieoutError
from db.words import FaultClass
from pipeline.pages.errors import (
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderTimeout,
)

GIBIBYTE = 1 << 30
MEBIBYTE: Final = 1 << 20
PAGES: Final = "TIEOUT_READ_PAGES"
SECONDS: Final = "TIEOUT_READ_SECONDS"
MEMORY: Final = "TIEOUT_READ_MEMORY_MIB"


class LimitInvalid(TieoutError, fault=FaultClass.CONFIGURATION):
    """{name} is {value!r}, which is not a whole number above 0. Change it or unset it."""


class ReadingLimits(NamedTuple):
    """Memory beyond what the process already uses, processor time, wall time, pages, and the
    pixels of a picture.

    Of processor time a document has ``cpu_seconds``, and ``cpu_seconds_a_page`` more for each page
    that it turns out to have. The wall clock says nothing of a document, for a busy machine makes
    every one slow: ``wall_seconds`` is only there so that no one waits for ever."""

    memory_bytes: int = GIBIBYTE
    cpu_seconds: int = 60
    wall_seconds: float = 900.0
    pages: int = 2000
    cpu_seconds_a_page: float = 0.25
    pixels: int = 100_000_000

    def seconds_for(self, pages: int) -> int:
        """Processor time of a document of so many pages."""
        return self.cpu_seconds + int(self.cpu_seconds_a_page * pages)


DEFAULT_LIMITS = ReadingLimits()


def chosen_limits(environment: Mapping[str, str] = os.environ) -> ReadingLimits:
    """The limits that the environment asks for, or the usual ones. Raises ``LimitInvalid``."""
    usual = DEFAULT_LIMITS
    return ReadingLimits(
        memory_bytes=_number(environment, MEMORY, usual.memory_bytes // MEBIBYTE) * MEBIBYTE,
        cpu_seconds=_number(environment, SECONDS, usual.cpu_seconds),
        pages=_number(environment, PAGES, usual.pages),
    )


def _number(environment: Mapping[str, str], name: str, usual: int) -> int:
    value = environment.get(name) or str(usual)
    if not (value.isascii() and value.isdigit() and len(value) <= _DIGITS and int(value)):
        raise LimitInvalid(name=name, value=value[:40])
    return int(value)


_DIGITS: Final = 9


_own: ReadingLimits | None = None
_spent = 0


def begin(limits: ReadingLimits) -> None:
    """In the child: from now on live under the time of a document without pages. Does nothing where
    the system knows no such limit."""
    global _own, _spent
    _own, _spent = limits, round(time.process_time())
    _allow(limits.cpu_seconds)


def count_pages(pages: int) -> None:
    """The document has so many pages. Outside a sandbox nothing is limited, and nothing changes."""
    if _own is not None:
        _allow(_own.seconds_for(pages))


def _allow(seconds: int) -> None:
    if sys.platform == "win32":
        return  # the wall clock alone holds the child
    import resource

    lower(resource.RLIMIT_CPU, _spent + seconds)


def lower(which: int, most: int) -> None:
    """Set a limit of this process, never above the one that it already lives under."""
    import resource

    _, present = resource.getrlimit(which)
    resource.setrlimit(
        which, (most if present == resource.RLIM_INFINITY else min(most, present), present)
    )


_PR_SET_PDEATHSIG = 1
# Loaded before any fork: a child shall not have to look for a library.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(signal: Signals) -> None:
    """In a child: be sent this signal when the parent ends, however it ends. Only Linux can."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0)


T = TypeVar("T")
_NEAR_THE_LIMIT = 0.5  # a reader that dies holding this share of its memory died of hunger


def report(
    function: Callable[..., object], arguments: Sequence[object], limits: ReadingLimits
) -> bytes:
    """In the child: the call's result or its typed error, pickled; never an error's text."""
    outcome: object
    try:
        outcome = (True, function(*arguments))
    except TieoutError as error:
        outcome = (False, error)
    except MemoryError:
        outcome = (False, out_of_memory(limits))
    except RecursionError:
        outcome = (False, ReaderCrashed(cause="too deeply nested"))
    except Exception as error:  # noqa: BLE001 - the one seam where any failure becomes a typed one
        outcome = (False, ReaderCrashed(cause=type(error).__name__))
    return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)


def value_of(message: bytes) -> object:
    """In the parent: the result, or raises the error that the child reported."""
    succeeded, outcome = cast(tuple[bool, object], pickle.loads(message))
    if not succeeded:
        raise cast(TieoutError, outcome)
    return outcome


def death(exit_code: int, peak_bytes: int, limits: ReadingLimits) -> TieoutError:
    """Why a child ended without a report. ``exit_code`` is negative for a signal; ``peak_bytes``
    is the most memory that it took beyond what it was born with."""
    if -exit_code in _TIME_SIGNALS:
        return ReaderTimeout(seconds=limits.cpu_seconds, more=4 * limits.cpu_seconds)
    if peak_bytes > _NEAR_THE_LIMIT * limits.memory_bytes:
        return out_of_memory(limits)
    if exit_code < 0:
        return ReaderKilled(cause=_signal_name(-exit_code))
    return ReaderCrashed(cause=f"exit {exit_code}")


def out_of_memory(limits: ReadingLimits) -> ReaderOutOfMemory:
    mib = limits.memory_bytes // MEBIBYTE
    return ReaderOutOfMemory(mib=mib, more=4 * mib)


_TIME_SIGNALS = {getattr(signal, name) for name in ("SIGXCPU",) if hasattr(signal, name)}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


Watch = Callable[[int, int], None]
"""Called with the page that is done, from 1, and how many there are."""

_LAYOUT = struct.Struct("=II")
_shared: mmap.mmap | None = None


def report_pages(number: int, of: int) -> None:
    """Page ``number`` is done. Outside a sandbox no one listens."""
    if _shared is not None:
        _LAYOUT.pack_into(_shared, 0, number, of)


class PagesDone:
    """The parent's side: made before the fork, looked at while the child reads."""

    def __init__(self, watch: Watch | None) -> None:
        self._memory = mmap.mmap(-1, _LAYOUT.size)
        self.begin(watch)

    def begin(self, watch: Watch | None) -> None:
        """Before a document: who hears of its pages."""
        self._watch = watch
        self._last = (0, 0)
        _LAYOUT.pack_into(self._memory, 0, *self._last)

    def take(self) -> None:
        """In the child: from here on `report_pages` writes here."""
        global _shared
        _shared = self._memory

    def look(self) -> None:
        """Hand on what is new, if it can be true."""
        number, of = _LAYOUT.unpack_from(self._memory, 0)
        if self._watch is not None and (number, of) != self._last and number <= of:
            self._last = (number, of)
            self._watch(number, of)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
