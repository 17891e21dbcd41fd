"""Reports out of the sandbox how many pages are done, by eight bytes of shared memory.

The pipe carries one report at the end, so that a hostile child can say nothing else on the way.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable

Watch = Callable[[int, int], None]
"""Called with the page that is done, from 1, and how many there are."""

_LAYOUT = struct.Struct("=II")
_shared: mmap.mmap | None = None


def report(number: int, of: int) -> None:
    """Page ``number`` is done. Outside a sandbox nobody listens."""
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
