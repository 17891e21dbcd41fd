"""Remembers for a while which pictures came to nothing at great cost, for all who ask for them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from app.web.pictures.cache import Key
from pipeline.pages.errors import (
    PagesError,
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderStalled,
    ReaderTimeout,
)

#: What a document brings about that costs a minute of a processor each time, or all memory.
COSTLY: Final = (ReaderCrashed, ReaderKilled, ReaderOutOfMemory, ReaderStalled, ReaderTimeout)
#: Afterwards it is tried again: perhaps only the machine was short of something.
SECONDS: Final = 120.0
_MOST: Final = 1000


@dataclass(slots=True)
class Failures:
    """The last of them, by what was to be drawn."""

    _kept: OrderedDict[Key, tuple[float, PagesError]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def check(self, key: Key) -> None:
        """Raises what it came to, if that is not long ago."""
        with self._lock:
            when, error = self._kept.get(key, (0.0, None))
        if error is not None and time.monotonic() - when < SECONDS:
            raise type(error)(**error.facts)

    @contextmanager
    def watching(self, key: Key) -> Iterator[None]:
        """While the block draws it; raises what it came to before, if that is not long ago."""
        self.check(key)
        try:
            yield
        except COSTLY as error:
            self._keep(key, error)
            raise

    def _keep(self, key: Key, error: PagesError) -> None:
        with self._lock:
            self._kept[key] = time.monotonic(), error
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
