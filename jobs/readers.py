"""Processes that do nothing but read documents, several at once."""

from __future__ import annotations

import gc
import logging
import signal
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context

from db.errors import TieoutError
from pipeline.intake.file import Intake
from pipeline.pages.sandbox.orphans import die_with_parent
from pipeline.progress import Silent
from pipeline.reading.from_bytes import ReadDocument, Reader, load_readers

_LOG = logging.getLogger(__name__)
Outcome = Future[ReadDocument | TieoutError]
#: Readers are killed by accident, or because the machine has no memory left for so many.
_MOST_LOSSES = 3


class Readers:
    """Processes that stay as small as this one is now: each document is read in a child of theirs,
    and a fork costs the more the larger its parent is.
    """

    def __init__(self, read: Reader, at_once: int) -> None:
        load_readers()
        self._read, self._at_once = read, at_once
        self._not_ours = set(active_children())
        self._losses = 0
        self._pool = self._open()

    def submit(self, intake: Intake) -> Outcome | None:
        """Have it read; None if too many readers were lost, and it had better be read here."""
        while self._losses <= _MOST_LOSSES:
            try:
                return self._pool.submit(_read_one, intake)
            except BrokenProcessPool:
                self._losses += 1
                _LOG.warning("a reading process was lost; its documents are read again")
                self._pool = self._open()
        return None

    def dismiss(self) -> None:
        """End them all, also in the middle of a document: nobody waits for it any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - self._not_ours:
            process.terminate()

    def _open(self) -> ProcessPoolExecutor:
        context = get_context("fork" if sys.platform == "linux" else "spawn")
        return ProcessPoolExecutor(self._at_once, context, _settle, (self._read,))


_read: Reader


def _settle(read: Reader) -> None:
    """In a reading process: leave Ctrl-C to the parent, and end when it does."""
    global _read
    _read = read
    die_with_parent(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A collector that writes to every object makes each child a copy of them.
    gc.collect()
    gc.freeze()


def _read_one(intake: Intake) -> ReadDocument | TieoutError:
    """In a reading process."""
    try:
        return _read(intake, Silent())
    except TieoutError as error:
        return error
