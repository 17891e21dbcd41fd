"""Carries queued imports out in this process, for a server that has no workers of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine

from db.errors import TieoutError, without_text
from db.session import read_only
from db.words import Priority
from jobs.losses import give_back_lost
from jobs.options import ImportOptions
from jobs.queued import import_queued
from jobs.waiting import next_waiting
from pipeline.progress import Silent
from pipeline.reading.from_bytes import Reader

_LOG = logging.getLogger(__name__)
_SECONDS_BETWEEN_LOOKS: Final = 5.0
_SECONDS_TO_CALM: Final = 1.0


class Background:
    """One thread, which begins with the first `wake` and takes what waits in its order.

    What it had begun when the process ends is given back by its lease, and carried out by the next
    server or worker. ``options`` are made when first needed; ``read`` replaces the reader.
    """

    def __init__(
        self, engine: Engine, options: Callable[[], ImportOptions], read: Reader | None = None
    ) -> None:
        self._engine = engine
        self._make_options = options
        self._read = read
        self._options: ImportOptions | None = None
        self._awake = threading.Event()
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Something waits."""
        with self._lock:
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._run, name="imports", daemon=True)
                self._thread.start()
        self._awake.set()

    def stop(self) -> None:
        """Hand back what is at work between two of its stages, and end."""
        self._stopped.set()
        self._awake.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._carry_out_what_waits()
            except Exception as error:  # noqa: BLE001 - one import must not cost the others
                _LOG.error("background work failed with %s", without_text(error))
                self._stopped.wait(_SECONDS_TO_CALM)
            self._awake.wait(_SECONDS_BETWEEN_LOOKS)
            self._awake.clear()

    def _carry_out_what_waits(self) -> None:
        give_back_lost(self._engine)
        last = None
        while not self._stopped.is_set() and (import_id := self._next()) is not None:
            if import_id == last:  # it could not even be taken
                self._stopped.wait(_SECONDS_TO_CALM)
            last = import_id
            self._carry_out(import_id)

    def _carry_out(self, import_id: int) -> None:
        try:
            self._options = self._options or self._make_options()
            options, stopped = self._options, self._stopped.is_set
            import_queued(self._engine, import_id, options, Silent(), stopped, self._read)
        except TieoutError as error:
            _LOG.warning("could not begin", extra={"code": error.code})

    def _next(self) -> int | None:
        with read_only(self._engine) as session:
            for priority in Priority:
                for import_id in next_waiting(session, priority, 1):
                    return import_id
        return None
