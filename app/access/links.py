"""Links that let the person at this machine in, each once: what they hold is in memory alone."""

from __future__ import annotations

import secrets
import threading
from typing import Final

from app.access.digests import new_secret

#: Whoever asks for more has lost the first ones.
_MOST: Final = 8


class Links:
    """Makes what a link holds, and knows it again once."""

    def __init__(self) -> None:
        self._open: list[str] = []
        # One is made where Enter is read, and used where requests are answered.
        self._lock = threading.Lock()

    def new(self) -> str:
        """What the next link holds."""
        secret = new_secret()
        with self._lock:
            self._open = [*self._open, secret][-_MOST:]
        return secret

    def take(self, secret: str) -> bool:
        """Whether a link holds this and was not used; from now on it was."""
        with self._lock:
            given = secret.encode("utf-8", "surrogatepass")
            right = [each for each in self._open if secrets.compare_digest(each.encode(), given)]
            self._open = [each for each in self._open if each not in right]
        return bool(right)
