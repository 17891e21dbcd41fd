"""Keeps what was drawn last in memory, up to so many bytes, so that it is not drawn again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, NamedTuple

from pipeline.pages.picture import Box

MOST_BYTES: Final = 64 << 20


class Key(NamedTuple):
    """What is drawn: of which import of which ledger, and how; a page, or a box of it.

    The hash is there because an undone import's number may be given out again.
    """

    ledger: str
    import_id: int
    sha256: str
    page: int
    scale: float
    box: Box | None = None


@dataclass(slots=True)
class Cache:
    """The pictures used last; together no more than ``most_bytes``."""

    most_bytes: int = MOST_BYTES
    _kept: OrderedDict[Key, bytes] = field(default_factory=OrderedDict, repr=False)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def get(self, key: Key) -> bytes | None:
        """The picture, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Key, picture: bytes) -> None:
        """Keep it, and let go of what was not used for longest."""
        with self._lock:
            self._bytes += len(picture) - len(self._kept.pop(key, b""))
            self._kept[key] = picture
            while self._bytes > self.most_bytes:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone)

    def drop(self, ledger: str, import_id: int) -> None:
        """Let go of everything of that import."""
        with self._lock:
            for key in [each for each in self._kept if each[:2] == (ledger, import_id)]:
                self._bytes -= len(self._kept.pop(key))

    @property
    def bytes(self) -> int:
        """How much is kept."""
        return self._bytes
