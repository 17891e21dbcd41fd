"""Brings documents in one after the other, here and now; a bad one does not stop the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from sqlalchemy import Engine

from jobs.imports import import_one
from jobs.options import ImportOptions, ImportOutcome, Source
from pipeline.progress import Progress, Silent
from pipeline.read import Reader, reader


class Watcher(Protocol):
    """Whoever wants to see how far the batch is."""

    def start(self, source: Source) -> Progress:
        """A document's turn has come; what this gives is told of its stages."""


class Nobody:
    """No one watches."""

    def start(self, source: Source) -> Progress:  # noqa: ARG002 - there is nothing to tell of it
        """Nothing to show."""
        return Silent()


def import_all(
    engine: Engine,
    sources: Iterable[Source],
    options: ImportOptions,
    watcher: Watcher | None = None,
    read: Reader | None = None,
) -> Iterator[ImportOutcome]:
    """Each document's outcome as it is done, in the order given. ``read`` replaces the reader."""
    watcher = watcher or Nobody()
    read = read or reader(options.password_book)
    for source in sources:
        yield import_one(engine, source, options, read, watcher.start(source))
