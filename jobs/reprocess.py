"""Reads a document again that was brought in before, with the reader and the ledger of today."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from sqlalchemy import Engine

from db.errors import TieoutError
from db.models import Import
from db.session import reading
from jobs.imports import import_one
from jobs.options import ImportOptions, ImportOutcome, Source
from pipeline.intake import IntakeError, take_in_path
from pipeline.progress import Progress, Silent
from pipeline.read import Reader, reader
from pipeline.review.errors import NoSuchImport


class DocumentGone(TieoutError):
    """The document of import {import_id} is not at {path} any more, or is another one now. Name
    the place of the very same file with --file."""

    code: ClassVar[str] = "document_gone"


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
    source = _source(engine, import_id, file)
    read = read or reader(options.password_book)
    return import_one(engine, source, options, read, progress or Silent(), anew=True)


def _source(engine: Engine, import_id: int, file: Path | None) -> Source:
    """The document, if it is the very same one. Raises ``NoSuchImport`` and ``DocumentGone``."""
    with reading(engine) as session:
        row = session.get(Import, import_id)
        if row is None or row.document is None:
            raise NoSuchImport(import_id=import_id)
        path, sha256 = file or Path(row.source_path or ""), row.document.sha256
        name = row.source_name
    try:
        same = take_in_path(path).sha256 == sha256
    except IntakeError:
        same = False
    if not same:
        raise DocumentGone(import_id=import_id, path=path)
    return Source(name, path)
