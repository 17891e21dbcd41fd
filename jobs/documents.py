"""Finds the file of an import again: only the very same bytes will do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sqlalchemy import Engine

from db.errors import TieoutError
from db.imports import NoSuchImport, import_of
from db.session import read_only
from db.words import FaultClass
from jobs.options import Source
from pipeline.intake.file import Intake, IntakeError, take_in_path


class DocumentGone(TieoutError):
    """The document of import {import_id} is not at {path} any more, or is another one now. Put it
    back, or name the place of the very same file: tieout reprocess {import_id} --file PATH"""

    code: ClassVar[str] = "document_gone"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


class DocumentAway(TieoutError):
    """The folder of the document of import {import_id}, {folder}, cannot be reached from this
    machine. If it is on a share, mount the share; queued work is tried again by itself."""

    code: ClassVar[str] = "document_away"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class DocumentNotKept(TieoutError):
    """The document of import {import_id} came through standard input, so nothing kept it. If you
    have its file: tieout reprocess {import_id} --file PATH"""

    code: ClassVar[str] = "document_not_kept"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


def document_of(engine: Engine, import_id: int, file: Path | None = None) -> tuple[Source, Intake]:
    """Where the import's document lies, and its bytes. ``file`` is where, if not where it lay.

    Raises ``NoSuchImport``, ``DocumentNotKept``, ``DocumentAway`` and ``DocumentGone``.
    """
    with read_only(engine) as session:
        row = import_of(session, import_id)
        if row.document is None:
            raise NoSuchImport(import_id=import_id)
        if file is None and row.source_path is None:
            raise DocumentNotKept(import_id=import_id)
        path, sha256 = file or Path(row.source_path or ""), row.document.sha256
        name = row.source_name
    try:
        intake = take_in_path(path)
    except IntakeError:
        if not path.parent.is_dir():
            raise DocumentAway(import_id=import_id, folder=path.parent) from None
        raise DocumentGone(import_id=import_id, path=path) from None
    if intake.sha256 != sha256:
        raise DocumentGone(import_id=import_id, path=path)
    return Source(name, path), replace(intake, name=name)
