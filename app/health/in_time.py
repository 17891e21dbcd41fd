"""Asks something that may hang, and waits for the answer only so long: a probe must never hang."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


@dataclass(slots=True)
class InTime(Generic[Answer]):
    """``ask``, answered within ``seconds``; an answer is kept for ``fresh`` seconds.

    One question is under way at a time, however often this is called: what hangs costs one thread.
    """

    ask: Callable[[], Answer]
    seconds: float
    fresh: float
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asking: threading.Thread | None = None
    _answer: tuple[float, Answer] | None = None

    def answer(self) -> Answer | None:
        """What was answered; None if nothing was in time, or if asking failed."""
        with self._lock:
            if self._kept() is None and (self._asking is None or not self._asking.is_alive()):
                self._asking = threading.Thread(target=self._run, daemon=True)
                self._asking.start()
            asking = self._asking
        if asking is not None and self._kept() is None:
            asking.join(self.seconds)
        kept = self._kept()
        return None if kept is None else kept[1]

    def _kept(self) -> tuple[float, Answer] | None:
        kept = self._answer
        return kept if kept is not None and time.monotonic() - kept[0] <= self.fresh else None

    def _run(self) -> None:
        answer = self.ask()
        self._answer = time.monotonic(), answer
