"""Reads the next documents while one is being tied out: several at once, one outcome.

Only reading is prefetched, in processes of its own; documents are still proven and recorded one
after the other in the order given. So what comes of them does not depend on which was faster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Engine

from db.errors import TieoutError
from db.session import read_only
from db.words import FaultClass
from jobs.intake import take_in
from jobs.leases import known
from jobs.options import Source
from jobs.readers import Outcome, Readers
from jobs.states import ENDED
from pipeline.intake.file import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader


@dataclass(frozen=True, slots=True)
class _Begun:
    """A document that is being prefetched, known by the hash its bytes had then."""

    sha256: str
    outcome: Outcome


def prefetch(
    engine: Engine, sources: Iterable[Source], asking_no_one: Reader, read: Reader, at_once: int
) -> Iterator[tuple[Source, Reader]]:
    """Each source in turn, with a reader that has its pages already; ``at_once`` are being read.

    What needs a password is read again by ``read``, which may ask a person for it; so is all that
    was lost with a process that was killed.
    """
    waiting: deque[tuple[Source, _Begun | None]] = deque()
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


def _next(waiting: deque[tuple[Source, _Begun | None]], read: Reader) -> tuple[Source, Reader]:
    source, begun = waiting.popleft()
    return source, read if begun is None else partial(_given, begun, read)


def _begin(engine: Engine, source: Source, readers: Readers) -> _Begun | None:
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
