"""Reads documents again that were brought in before, with the reader and the ledger of today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from sqlalchemy import Engine, or_, select

from db.errors import TieoutError
from db.models import Document, Import, Statement
from db.session import read_only
from db.words import FaultClass, ImportStatus
from jobs.documents.finding import document_of
from jobs.documents.settings import NOWHERE
from jobs.imports.batch import Batch
from jobs.imports.inline import Nobody, Watcher, import_one
from jobs.imports.queued import as_asked
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.intake.file import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress, Silent
from pipeline.proof import KERNEL_VERSION, CertificateError
from pipeline.reading.from_bytes import ReadDocument, Reader, read_words
from pipeline.record.certificates import pages_in
from pipeline.words import DocumentPages


class WordsDamaged(TieoutError):
    """The words of import {import_id} are damaged in the database, and its document is not
    available. If you have its file: tieout reprocess {import_id} --file PATH
    """

    code: ClassVar[str] = "words_damaged"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


def reprocess(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    file: Path | None = None,
    read: Reader | None = None,
    progress: Progress | None = None,
) -> ImportOutcome:
    """Read the import's document again and replace what was recorded of it.

    What a person decided stays: whose it is, accepted changes, refusals and locks. ``file`` is
    where the document lies now, if not where it lay. Raises ``NoSuchImport`` and ``DocumentGone``;
    what else goes wrong is in the outcome.
    """
    name, intake = document_of(engine, import_id, options.documents, file)
    source = DocumentSource(name, data=intake.data)
    read = read or options.reader(options.password_book)
    own = _as_before(engine, import_id, options)
    return import_one(engine, source, own, read, progress or Silent(), again=True)


def proven_by_another_kernel(engine: Engine) -> dict[int, DocumentSource]:
    """The imports with a statement that another version of the kernel proved, in the order in which
    they came. Each source knows its document, but has none of its bytes."""
    outdated = select(Statement.import_id).where(
        or_(Statement.kernel_version.is_(None), Statement.kernel_version != KERNEL_VERSION)
    )
    query = (
        select(Import.id, Import.source_name, Document.sha256, Document.size)
        .join(Document, Document.id == Import.document_id)
        .where(Import.id.in_(outdated))
        .order_by(Import.id)
    )
    with read_only(engine) as session:
        return {
            number: DocumentSource(name, known=Intake(sha256, size, name, b""))
            for number, name, sha256, size in session.execute(query)
        }


def reprocess_all(
    engine: Engine,
    imports: Mapping[int, DocumentSource],
    options: ImportOptions,
    watcher: Watcher | None = None,
    read: Reader | None = None,
    batch: Batch | None = None,
) -> Iterator[ImportOutcome]:
    """Prove these ``imports`` again (see `proven_by_another_kernel`): from the kept document, or
    from the stored words where it is not to be had or its password is not. The outcome of each as
    it is done.

    One that fails does not stop the others. What is done is done: the one who asks again for those
    by another kernel goes on where this was broken off."""
    watcher, batch = watcher or Nobody(), batch or Batch()
    read = read or options.reader(options.password_book)
    for import_id, source in imports.items():
        own = _as_before(engine, import_id, options)
        words = _Words(engine, import_id)
        progress = watcher.start(source)
        try:
            _, intake = document_of(engine, import_id, options.documents)
        except TieoutError as error:
            if not words.are_kept():
                yield ImportOutcome(
                    source.name,
                    ImportStatus.FAILED,
                    import_id,
                    error_code=error.code,
                    message=error.message(),
                    fault=error.fault,
                )
                continue
            own = replace(own, documents=NOWHERE)
            outcome = import_one(engine, source, own, words, progress, again=True, batch=batch)
        else:
            there, reader = DocumentSource(source.name, data=intake.data), _Either(read, words)
            outcome = import_one(engine, there, own, reader, progress, again=True, batch=batch)
        yield outcome
        if outcome.stops:
            break


def _as_before(engine: Engine, import_id: int, options: ImportOptions) -> ImportOptions:
    """The options with what was asked for when the import came: its account, accounts and days; the
    models are those of today."""
    with read_only(engine) as session:
        row = session.get(Import, import_id)
        asked = row.options if row else None
    return replace(as_asked(options, asked or {}), escalate=options.escalate)


@dataclass(frozen=True, slots=True)
class _Words:
    """Reads an import from the words that are stored of its document. A `Reader`."""

    engine: Engine
    import_id: int

    def are_kept(self) -> bool:
        """Whether there are any: not of an import of the first versions, nor of one that failed."""
        query = select(Import.id).join(Document, Document.id == Import.document_id)
        with read_only(self.engine) as session:
            found = query.where(Import.id == self.import_id, Document.words.is_not(None))
            return session.scalar(found) is not None

    def __call__(self, intake: Intake, progress: Progress) -> ReadDocument:  # noqa: ARG002
        """Raises ``WordsDamaged``."""
        progress.stage("pages")
        with read_only(self.engine) as session:
            row = session.get_one(Import, self.import_id).document
            words = row.words if row and row.words else b""
            warnings = tuple(row.warnings or ()) if row else ()
            engine, encrypted = (row.engine or "", bool(row.encrypted)) if row else ("", False)
        try:
            pages = pages_in(words)
        except CertificateError:
            raise WordsDamaged(import_id=self.import_id) from None
        return read_words(DocumentPages(pages, engine, encrypted, warnings))


@dataclass(frozen=True, slots=True)
class _Either:
    """Reads the document, or its stored words where no one knows its password. A `Reader`."""

    read: Reader
    words: _Words

    def __call__(self, intake: Intake, progress: Progress) -> ReadDocument:
        try:
            return self.read(intake, progress)
        except PasswordNeeded:
            return self.words(intake, progress)
