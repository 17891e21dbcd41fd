"""Reads the next documents while one is being tied out: several at once, one outcome.

Only reading runs ahead, in the sandbox's own processes; documents are still proven and recorded one
after the other in the order given. So what comes of them does not depend on which was faster.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Engine

from db.errors import TieoutError
from db.session import reading
from jobs.claims import known
from jobs.imports import take_in
from jobs.options import Source
from jobs.states import ENDED
from pipeline.intake import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress, Silent
from pipeline.read import ReadDocument, Reader


@dataclass(frozen=True, slots=True)
class _Found:
    """What reading ahead gave for the bytes with this hash."""

    sha256: str
    document: ReadDocument | TieoutError


def read_ahead(
    engine: Engine, sources: Iterable[Source], asking_no_one: Reader, read: Reader, at_once: int
) -> Iterator[tuple[Source, Reader]]:
    """Each source in turn, with a reader that has its pages already; ``at_once`` are being read.

    What needs a password is read again by ``read``, which may ask a person for it.
    """
    remaining = iter(sources)
    begun: deque[tuple[Source, Future[_Found | None]]] = deque()
    pool = ThreadPoolExecutor(at_once, "tieout-ahead")
    # A collector that writes to every object makes each child a copy of them.
    gc.collect()
    gc.freeze()
    try:
        for source in remaining:
            begun.append((source, pool.submit(_look, engine, source, asking_no_one)))
            if len(begun) > at_once:
                yield _next(begun, read)
        while begun:
            yield _next(begun, read)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        gc.unfreeze()


def _next(
    begun: deque[tuple[Source, Future[_Found | None]]], read: Reader
) -> tuple[Source, Reader]:
    source, future = begun.popleft()
    return source, partial(_given, future, read)


def _look(engine: Engine, source: Source, read: Reader) -> _Found | None:
    """Read a document that was not brought in before; None if there is no need or no way to."""
    try:
        intake = take_in(source)
        with reading(engine) as session:
            before = known(session, intake.sha256)
    except TieoutError:
        return None  # the import itself will meet it, and tell
    if before is not None and before.status in ENDED:
        return None
    try:
        return _Found(intake.sha256, read(intake, Silent()))
    except TieoutError as error:
        return _Found(intake.sha256, error)


def _given(
    future: Future[_Found | None], read: Reader, intake: Intake, progress: Progress
) -> ReadDocument:
    found = future.result()
    if found is None or found.sha256 != intake.sha256:
        return read(intake, progress)
    if isinstance(found.document, PasswordNeeded):
        return read(intake, progress)
    progress.stage("pages")
    if isinstance(found.document, TieoutError):
        raise found.document
    return found.document
