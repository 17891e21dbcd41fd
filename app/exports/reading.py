"""Reads documents one after the other, without a ledger; a bad one does not stop the others."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from app.shapes.exports import ExportedDocument, exported_document
from app.shapes.reading import is_proven
from db.errors import TieoutError
from jobs.intake import take_in
from jobs.options import Source
from jobs.unexpected import typed
from pipeline.intake.passwords import PasswordBook
from pipeline.progress import Progress
from pipeline.reading.from_bytes import PageReader, read_intake


class Watcher(Protocol):
    """Whoever wants to see how far the batch is."""

    def start(self, source: Source) -> Progress:
        """A document's turn has come; what this gives hears of its stages."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How reading one document ended: with what it says, an error, or as the ``twin`` of another
    file with the very same bytes.
    """

    name: str
    document: ExportedDocument | None = None
    error: TieoutError | None = None
    twin: str | None = None
    seconds: float = 0.0

    @property
    def status(self) -> str:
        """In a word: `proven` only if it holds statements and all of them are."""
        if self.error or self.twin:
            return "failed" if self.error else "duplicate"
        statements = self.document.statements if self.document else ()
        return "proven" if statements and all(map(is_proven, statements)) else "unproven"


def read_all(
    sources: Iterable[Source], passwords: PasswordBook, watcher: Watcher
) -> Iterator[Outcome]:
    """Each document's outcome as it is done, in the order given."""
    read = PageReader(passwords)
    seen: dict[str, str] = {}
    for source in sources:
        started = time.perf_counter()
        try:
            with typed():
                outcome = _read(source, read, watcher.start(source), seen)
        except TieoutError as error:
            outcome = Outcome(source.name, error=error)
        yield replace(outcome, seconds=time.perf_counter() - started)


def _read(source: Source, read: PageReader, progress: Progress, seen: dict[str, str]) -> Outcome:
    """``seen`` is the name of each document so far by its hash: twice it would count twice."""
    progress.stage("intake")
    intake = take_in(source)
    if intake.sha256 in seen:
        return Outcome(source.name, twin=seen[intake.sha256])
    document = exported_document(source.name, read_intake(intake, read, progress))
    seen[intake.sha256] = source.name
    return Outcome(source.name, document)
