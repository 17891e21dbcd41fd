"""What one document may cost before its reader is stopped, and the settings that say so."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from db.errors import TieoutError
from db.words import FaultClass

GIBIBYTE = 1 << 30
MEBIBYTE: Final = 1 << 20
PAGES: Final = "TIEOUT_READ_PAGES"
SECONDS: Final = "TIEOUT_READ_SECONDS"
MEMORY: Final = "TIEOUT_READ_MEMORY_MIB"


class LimitInvalid(TieoutError):
    """{name} is {value!r}, which is no whole number above 0. Change it or unset it."""

    code: ClassVar[str] = "limit_invalid"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


@dataclass(frozen=True, slots=True)
class Limits:
    """Memory beyond what the process already uses, processor time, wall time, pages, and the
    pixels of a picture.

    Of processor time a document has ``cpu_seconds``, and ``cpu_seconds_a_page`` more for each
    page that it turns out to have. The wall clock says nothing of a document, for a busy machine
    makes every one slow: ``wall_seconds`` is only there so that nobody waits for ever.
    """

    memory_bytes: int = GIBIBYTE
    cpu_seconds: int = 60
    wall_seconds: float = 900.0
    pages: int = 2000
    cpu_seconds_a_page: float = 0.25
    pixels: int = 100_000_000

    def seconds_for(self, pages: int) -> int:
        """Processor time of a document of so many pages."""
        return self.cpu_seconds + int(self.cpu_seconds_a_page * pages)


DEFAULT_LIMITS = Limits()


def chosen_limits(environment: Mapping[str, str] = os.environ) -> Limits:
    """The limits that the environment asks for, or the usual ones. Raises ``LimitInvalid``."""
    usual = DEFAULT_LIMITS
    return Limits(
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
