"""Lets a few in at once and a few more wait; whoever comes beyond that is sent away at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Final

from starlette.exceptions import HTTPException

_SECONDS_TO_WAIT: Final = "2"


class Limiter:
    """So many at once, and so many who wait for their turn."""

    def __init__(self, at_once: int, waiting: int = 0) -> None:
        self._turns = BoundedSemaphore(at_once)
        self._most, self._inside = at_once + waiting, 0
        self._lock = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While the block runs, one of those who are let in. Raises ``HTTPException`` 503."""
        self._enter()
        try:
            with self._turns:
                yield
        finally:
            with self._lock:
                self._inside -= 1

    def _enter(self) -> None:
        with self._lock:
            if self._inside >= self._most:
                raise HTTPException(503, headers={"Retry-After": _SECONDS_TO_WAIT})
            self._inside += 1
