"""Signs of life of a worker, in memory that its pool shares: who shows none is replaced."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field

_LAYOUT = struct.Struct("=Q")


class Vitals:
    """Made by the pool before it forks a worker; the worker counts up, the pool reads."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _LAYOUT.size)

    def beat(self) -> None:
        """The worker is well."""
        _LAYOUT.pack_into(self._memory, 0, self.beats + 1)

    @property
    def beats(self) -> int:
        """How often it said so."""
        return int(_LAYOUT.unpack_from(self._memory, 0)[0])

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


@dataclass(slots=True)
class Watch:
    """For how many looks of the pool in a row a worker has been silent.

    Looks are counted and not seconds: a pool that was paused itself has seen nothing meanwhile.
    """

    vitals: Vitals
    looks: int = 0
    _beats: int = field(default=0)

    def look(self) -> int:
        """Look once more."""
        beats = self.vitals.beats
        self.looks = 0 if beats != self._beats else self.looks + 1
        self._beats = beats
        return self.looks
