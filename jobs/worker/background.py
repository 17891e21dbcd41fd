"""Carries waiting imports out in a thread of a process that serves something else."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Final

from sqlalchemy import Engine, select

from db.errors import TieoutError, without_text
from db.models import Import
from db.session import read_only
from db.words import ImportStatus, Priority
from jobs.documents.keeping import drop_ended
from jobs.imports.queued import import_queued, import_unlocked, is_locked
from jobs.lease.lease import OPEN, claim_of, give_back_lost
from jobs.lease.machine import note_release
from jobs.options import ImportOptions
from jobs.queue.submit import next_waiting
from pipeline.progress import Silent
from pipeline.reading.from_bytes import Reader

_LOG = logging.getLogger(__name__)

#: How often it looks for what waits, though nobody said that something does.
LOOK_SECONDS: Final = 2.0
#: A password that nothing came of for so long is let go of.
SECONDS_OF_A_PASSWORD: Final = 3600.0
_SECONDS_TO_END: Final = 5.0
_SECONDS_BETWEEN_TIDYING: Final = 10.0
_MOST_TRIED: Final = 200


class Background:
    """One thread, one import after the other. ``queue``: workers take what waits; ``read`` replaces
    the reader."""

    def __init__(
        self,
        engine: Engine,
        make_options: Callable[[], ImportOptions],
        *,
        queue: bool = False,
        read: Reader | None = None,
    ) -> None:
        self._engine, self._queue, self._read = engine, queue, read
        self._options = cache(make_options)
        self._passwords: dict[int, tuple[str, float]] = {}
        self._refused: set[int] = set()
        self._bell, self._ending = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._at: int | None = None
        self._tried: deque[int] = deque(maxlen=_MOST_TRIED)
        self._tidied = -_SECONDS_BETWEEN_TIDYING

    def start(self) -> None:
        self._ending.clear()
        self._thread = threading.Thread(target=self._run, name="tieout-background", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the stage that it is at; what takes longer is left for the next process."""
        self._ending.set()
        self._bell.set()
        if self._thread is not None:
            self._thread.join(_SECONDS_TO_END)
        self._passwords.clear()
        if self._at is not None:
            self._leave(self._at)

    def wake(self) -> None:
        self._bell.set()

    def unlock(self, import_id: int, password: str) -> None:
        """Open that import's document with this password, once it is its turn."""
        self._refused.discard(import_id)
        self._passwords[import_id] = password, time.monotonic()
        self._bell.set()

    def holds_password(self, import_id: int) -> bool:
        """Whether it has one for that import. It lets go of it a moment after the row says what
        came of it: ask only of one that still waits by its row."""
        return import_id in self._passwords

    def was_refused(self, import_id: int) -> bool:
        """Whether the last password that was given for that import did not open it."""
        return import_id in self._refused

    def tried(self) -> frozenset[int]:
        """The imports that it tried since it was asked last: a try may be over between two looks at
        the table, and leave the row as it was."""
        found = frozenset(self._tried)
        self._tried.clear()
        return found

    def _run(self) -> None:
        while not self._ending.is_set():
            self._bell.clear()
            try:
                busy = self._one()
            except TieoutError as error:
                _LOG.warning("could not begin", extra={"code": error.code})
                busy = False
            except Exception as error:  # noqa: BLE001 - whatever it is, others still wait
                _LOG.error("background failed with %s", without_text(error))
                busy = False
            if not busy:
                self._bell.wait(LOOK_SECONDS)

    def _one(self) -> bool:
        """Whether there was anything to do. Raises leaves of ``TieoutError``."""
        locked = self._next_locked()
        if locked is not None:
            self._carry_out(locked, locked=True)
            return True
        if self._queue:
            return False
        waiting = self._next_waiting()
        if waiting is None:
            self._tidy()
            return False
        self._carry_out(waiting, locked=False)
        return True

    def _tidy(self) -> None:
        """What others left lying: imports that no one holds, documents that no one needs."""
        if time.monotonic() - self._tidied < _SECONDS_BETWEEN_TIDYING:
            return
        self._tidied = time.monotonic()
        give_back_lost(self._engine)
        drop_ended(self._engine, self._options().documents)

    def _carry_out(self, import_id: int, *, locked: bool) -> None:
        options, self._at = self._options(), import_id
        _LOG.info("taken", extra={"import_id": import_id})
        given = self._passwords.get(import_id)
        if given is not None:
            options = replace(options, passwords=(given[0], *options.passwords))
        try:
            ending = self._ending.is_set
            if locked:
                import_unlocked(self._engine, import_id, options, Silent(), ending)
            else:
                import_queued(self._engine, import_id, options, Silent(), ending, self._read)
        finally:
            self._at = None
            if given is not None and (locked or not self._is_open(import_id)):
                self._let_go(import_id)
            self._tried.append(import_id)

    def _let_go(self, import_id: int) -> None:
        """Its password was tried; anyone who gave it hears if it opened nothing."""
        with read_only(self._engine) as session:
            row = session.get(Import, import_id)
            if row is not None and is_locked(row):
                self._refused.add(import_id)
        self._passwords.pop(import_id, None)

    def _next_locked(self) -> int | None:
        """One that a password is here for; passwords that are of no more use are let go of."""
        if not self._passwords:
            return None
        with read_only(self._engine) as session:
            rows = session.scalars(select(Import).where(Import.id.in_(list(self._passwords))))
            found = {row.id: row for row in rows}
        for import_id, (_, since) in list(self._passwords.items()):
            row, old = found.get(import_id), time.monotonic() - since > SECONDS_OF_A_PASSWORD
            if row is not None and is_locked(row):
                return import_id
            if old or row is None or row.status not in OPEN:
                self._passwords.pop(import_id, None)
        return None

    def _next_waiting(self) -> int | None:
        with read_only(self._engine) as session:
            for priority in Priority:
                for import_id in next_waiting(session, priority, 1):
                    return import_id
        return None

    def _is_open(self, import_id: int) -> bool:
        with read_only(self._engine) as session:
            row = session.get(Import, import_id)
            return row is not None and row.status in OPEN

    def _leave(self, import_id: int) -> None:
        """Keep those who find the row from taking this process's end for a death."""
        with suppress(TieoutError), read_only(self._engine) as session:
            row = session.get(Import, import_id)
            if row is not None and row.status is ImportStatus.RUNNING:
                note_release(self._engine, claim_of(row))
