"""When a worker makes room for a new one: after so many documents, or when it has grown."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Recycling:
    """The most that one process brings in, and the most memory it may hold between two."""

    documents: int = 1000
    memory_mib: int = 1024

    @property
    def has_grown(self) -> bool:
        """Whether this process holds more than it may."""
        return resident_mebibytes() > self.memory_mib


def resident_mebibytes() -> int:
    """What is in memory of this process; 0 where the system does not tell (proc(5))."""
    with suppress(OSError):
        _, resident, *_ = Path("/proc/self/statm").read_text().split()
        return int(resident) * os.sysconf("SC_PAGE_SIZE") // _MEBIBYTE
    return 0
