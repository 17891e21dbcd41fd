"""Reads a document again that was brought in before, with the reader and the ledger of today."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from jobs.documents import document_of
from jobs.imports import import_one
from jobs.options import ImportOptions, ImportOutcome, Source
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import Reader


def reprocess(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    file: Path | None = None,
    read: Reader | None = None,
    progress: Progress | None = None,
) -> ImportOutcome:
    """Read the import's document again and replace what was recorded of it.

    What a person decided stays: accepted changes, refusals and locks. ``file`` is where the
    document lies now, if not where it lay. Raises ``NoSuchImport`` and ``DocumentGone``; what else
    goes wrong is in the outcome.
    """
    name, intake = document_of(engine, import_id, options.documents, file)
    source = Source(name, data=intake.data)
    read = read or options.reader(options.password_book)
    return import_one(engine, source, options, read, progress or Silent(), anew=True)
