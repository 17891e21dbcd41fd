"""What one document may cost before its reader is stopped, in time and memory."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from signal import Signals
from typing import ClassVar, Final

from db.errors import TieoutError
from db.words import FaultClass

GIBIBYTE = 1 << 30
MEBIBYTE: Final = 1 << 20
PAGES: Final = "TIEOUT_READ_PAGES"
SECONDS: Final = "TIEOUT_READ_SECONDS"
MEMORY: Final = "TIEOUT_READ_MEMORY_MIB"


class LimitInvalid(TieoutError):
    """{name} is {value!r}, which is not a whole number above 0. Change it or unset it."""

    code: ClassVar[str] = "limit_invalid"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


@dataclass(frozen=True, slots=True)
class ReadingLimits:
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


def begin(limits: ReadingLimits) -> None:
    """In the child: live under the time of a document without pages, with room for all it may
    have. Does nothing where the system knows no such limit."""
    global _own
    _own = limits
    _allow(limits.cpu_seconds, limits.seconds_for(limits.pages) + 1)


def count_pages(pages: int) -> None:
    """The document has so many pages. Outside a sandbox nothing is limited, and nothing changes."""
    if _own is not None:
        _allow(_own.seconds_for(pages))


def _allow(soft: int, hard: int | None = None) -> None:
    if sys.platform == "win32":
        return  # the wall clock alone holds the child
    import resource

    _, present = resource.getrlimit(resource.RLIMIT_CPU)
    hard = present if hard is None else hard
    if present != resource.RLIM_INFINITY:  # never above the one this process already lives under
        hard = min(hard, present)
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard), hard))


_PR_SET_PDEATHSIG = 1
# Loaded before any fork: a child shall not have to look for a library.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(signal: Signals) -> None:
    """In a child: be sent this signal when the parent ends, however it ends. Only Linux can."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0)
