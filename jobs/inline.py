"""Brings documents in one after the other, here and now; a bad one does not stop the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from sqlalchemy import Engine

from jobs.batch import Batch
from jobs.imports import import_one
from jobs.keeping import drop_ended
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.prefetch import prefetch
from pipeline.intake.passwords import PasswordBook
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import Reader


class Watcher(Protocol):
    """Whoever wants to see how far the batch is."""

    def start(self, source: Source) -> Progress:
        """A document's turn has come; what this gives follows its stages."""


class Nobody:
    """No one watches."""

    def start(self, source: Source) -> Progress:  # noqa: ARG002 - nothing is shown
        """Nothing to show."""
        return Silent()


def import_all(
    engine: Engine,
    sources: Iterable[Source],
    options: ImportOptions,
    watcher: Watcher | None = None,
    read: Reader | None = None,
    *,
    at_once: int = 1,
    batch: Batch | None = None,
) -> Iterator[ImportOutcome]:
    """Each document's outcome as it is done, in the order given, with ``at_once`` being read.

    ``read`` replaces the reader. The outcomes are the same however many are read at once. What
    comes later may settle what came before: ``batch`` says at the end how each stands. Where the
    model's setting is wrong, that is said once, and no further document is brought in.
    """
    watcher = watcher or Nobody()
    asking = read or options.reader(options.password_book)
    batch = batch or Batch()
    for source, own in _with_readers(engine, sources, options, read, asking, at_once):
        outcome = import_one(engine, source, options, own, watcher.start(source), batch=batch)
        yield outcome
        if outcome.stops:
            break
    if not options.dry_run:
        drop_ended(engine, options.documents)


def _with_readers(
    engine: Engine,
    sources: Iterable[Source],
    options: ImportOptions,
    read: Reader | None,
    asking: Reader,
    at_once: int,
) -> Iterator[tuple[Source, Reader]]:
    if at_once == 1:
        return ((source, asking) for source in sources)
    asking_no_one = read or options.reader(PasswordBook(options.passwords))
    return prefetch(engine, sources, asking_no_one, asking, at_once)
