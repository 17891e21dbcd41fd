"""Reads the next documents in other processes while one is being tied out."""

import gc
import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children, get_context
from typing import NoReturn

from sqlalchemy import Engine

from db.errors import TieoutError
from db.session import read_only
from db.words import FaultClass
from jobs.lease.lease import ENDED, known
from jobs.options import DocumentSource, take_in
from pipeline.intake.file import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.pages.sandbox.fork import Sandbox
from pipeline.pages.sandbox.limits import die_with_parent
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import PageReader, ReadDocument, Reader, load_readers

_LOG = logging.getLogger(__name__)
Outcome = Future[ReadDocument | TieoutError]
#: Readers are killed by accident, or because the machine has no memory left for so many.
_MOST_LOSSES = 3


class Readers:
    """Processes that stay as small as this one is now: documents are read in a child of theirs, and
    a fork costs the more the larger its parent is."""

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
        """End them all, also in the middle of a document: no one waits for it any more."""
        for process in set(active_children()) - self._not_ours:
            process.terminate()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> ProcessPoolExecutor:
        context = get_context("fork" if sys.platform == "linux" else "spawn")
        return ProcessPoolExecutor(self._at_once, context, _begin_reading, (self._read,))


_read: Reader


def _begin_reading(read: Reader) -> None:
    """In a reading process: leave Ctrl-C to the parent, and end when it does."""
    global _read
    sandbox = Sandbox()
    _read = read.within(sandbox) if isinstance(read, PageReader) else read

    def end(*_signal: object) -> NoReturn:
        sandbox.close()
        os._exit(0)

    die_with_parent(signal.SIGTERM)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A collector that writes to every object makes each child a copy of them.
    gc.freeze()


def _read_one(intake: Intake) -> ReadDocument | TieoutError:
    """In a reading process."""
    try:
        return _read(intake, Silent())
    except TieoutError as error:
        return error


@dataclass(frozen=True, slots=True)
class _Begun:
    """A document that is being prefetched, known by the hash its bytes had then."""

    sha256: str
    outcome: Outcome


def prefetch(
    engine: Engine,
    sources: Iterable[DocumentSource],
    asking_no_one: Reader,
    read: Reader,
    at_once: int,
) -> Iterator[tuple[DocumentSource, Reader]]:
    """Each source in turn, with a reader that has its pages already; ``at_once`` are being read.

    What needs a password is read again by ``read``, which may ask a person for it; so is all that
    was lost with a process that was killed.
    """
    waiting: deque[tuple[DocumentSource, _Begun | None]] = deque()
    readers = Readers(asking_no_one, at_once)
    try:
        for source in sources:
            waiting.append((source, _begin(engine, source, readers)))
            if len(waiting) > at_once:
                yield _next(waiting, read)
        while waiting:
            yield _next(waiting, read)
    finally:
        readers.dismiss()


def _next(
    waiting: deque[tuple[DocumentSource, _Begun | None]], read: Reader
) -> tuple[DocumentSource, Reader]:
    source, begun = waiting.popleft()
    return source, read if begun is None else partial(_given, begun, read)


def _begin(engine: Engine, source: DocumentSource, readers: Readers) -> _Begun | None:
    """Have a document read that was not brought in before; None if there is no need or no way."""
    try:
        intake = take_in(source)
        with read_only(engine) as session:
            before = known(session, intake.sha256)
    except TieoutError:
        return None  # the import itself will meet it, and report it
    if before is not None and before.status in ENDED:
        return None
    outcome = readers.submit(intake)
    return None if outcome is None else _Begun(intake.sha256, outcome)


def _given(begun: _Begun, read: Reader, intake: Intake, progress: Progress) -> ReadDocument:
    if begun.sha256 != intake.sha256:
        return read(intake, progress)
    progress.stage("pages")
    try:
        outcome = begun.outcome.result()
    except BrokenProcessPool:
        return read(intake, progress)
    if isinstance(outcome, TieoutError):
        if outcome.fault is FaultClass.DOCUMENT and not isinstance(outcome, PasswordNeeded):
            raise outcome
        # What many at once had no room or no time for may do by itself.
        return read(intake, progress)
    return outcome
