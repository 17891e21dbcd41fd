"""Says in the log that tries at passwords are held back: now and then, however many there are."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

_LOG = logging.getLogger(__name__)
_SECONDS_BETWEEN: Final = 60.0


class HeldBack:
    """Counts tries whose passwords are not looked at, each of which would else be a line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries = 0
        self._said_at: float | None = None

    def count(self, address: str) -> None:
        """One more, from there; the first is said at once, and later ones together."""
        self._tries += 1
        now = self._clock()
        if self._said_at is not None and now - self._said_at < _SECONDS_BETWEEN:
            return
        _LOG.warning("sign-ins held back", extra={"tries": self._tries, "address": address})
        self._tries, self._said_at = 0, now
