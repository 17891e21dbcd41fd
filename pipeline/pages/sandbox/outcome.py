"""What a child process reports: its pages as they are done, its result, or why it is silent."""

from __future__ import annotations

import mmap
import pickle
import signal
import struct
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from db.errors import TieoutError
from pipeline.pages.errors import ReaderCrashed, ReaderKilled, ReaderOutOfMemory, ReaderTimeout
from pipeline.pages.sandbox.limits import MEBIBYTE, ReadingLimits

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
        self._watch = watch
        self._memory = mmap.mmap(-1, _LAYOUT.size)
        self._last = (0, 0)

    def take(self) -> None:
        """In the child: from here on `report` writes here."""
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
