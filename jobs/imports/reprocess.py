"""Reads documents again, and runs stored model traces again, to compare how they end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, or_, select

from db.errors import TieoutError
from db.models import Document, Import, Statement
from db.session import read_only
from db.statements.pages import import_of
from db.words import FaultClass, ImportStatus
from jobs.documents.finding import document_of
from jobs.imports.execution import ImportRunner
from jobs.imports.inline import Batch, Nobody, Watcher, import_one
from jobs.imports.queued import as_asked
from jobs.lease.heartbeat import RunningProgress
from jobs.options import NOWHERE, DocumentSource, ImportOptions, ImportOutcome
from pipeline.intake.file import Intake
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress, Silent
from pipeline.proof import KERNEL_VERSION, CertificateError
from pipeline.reading.from_bytes import PageReader, ReadDocument, Reader, read_words
from pipeline.record.certificates import pages_in
from pipeline.record.reproof import reconciliations_of
from pipeline.results import DocumentResult
from pipeline.words import DocumentPages
from tools.formats.choose import FormatName, format_named
from tools.loop.json_text import Plain, canonical
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture, Limits, Trace
from tools.providers.base import AnswerMode
from tools.providers.replay import ReplayMismatchError, ReplayRuns, TraceNotReplayableError, runs_of

#: What is another at every run.
_PASSING: Final = frozenset({"at", "seconds", "run", "parent"})


class NothingToReplay(TieoutError):
    """No model was asked about import {import_id}, so there is no run to replay. To have one asked:
    TIEOUT_TRACE=full tieout reprocess {import_id} --model NAME"""


class TraceRedacted(TieoutError):
    """The trace of import {import_id} holds names, sizes and hashes only, so it cannot be replayed.
    To keep every word of its next run: TIEOUT_TRACE=full tieout reprocess {import_id} --model NAME
    """


@dataclass(frozen=True, slots=True)
class Replayed:
    """Its outcome; ``difference`` is the first one, None where all was the same."""

    import_id: int
    model: str
    runs: int
    requests: int
    difference: str | None

    @property
    def same(self) -> bool:
        """Whether every byte that was sent, and everything that came of it, was as before."""
        return self.difference is None


def replay(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    file: Path | None = None,
) -> Replayed:
    """Read and prove the document again with what the model said then; nothing is stored.

    The ledger is that of today. Raises ``NoSuchImport``, ``DocumentGone``, ``NothingToReplay``,
    ``TraceRedacted``, and what the reader raises.
    """
    with read_only(engine) as session:
        asked = import_of(session, import_id).options or {}
        rows = reconciliations_of(session, import_id)
        lines = [line for row in rows for line in row.trace or ()]
        claims = [row.claim for row in rows]
    runs = runs_of(lines)
    if not runs:
        raise NothingToReplay(import_id=import_id)
    try:
        model = ReplayRuns(runs)
    except TraceNotReplayableError:
        raise TraceRedacted(import_id=import_id) from None
    own = as_asked(replace(options, language_model=_loop(model, runs)), asked)
    _, intake = document_of(engine, import_id, options.documents, file)
    reader = PageReader(own.password_book)
    runner = ImportRunner(engine, own, reader, RunningProgress(Silent()))
    try:
        found = runner.prove(intake, runner.read_document(intake), import_id)
        difference = _difference(model, lines, claims, found)
    except ReplayMismatchError as error:
        difference = error.message()
    return Replayed(import_id, model.model, len(runs), model.requests, difference)


def _loop(model: ReplayRuns, runs: Sequence[Trace]) -> ToolLoop:
    """The loop as it was: format, room for an answer and mode are those that were recorded."""
    lines = [line for run in runs for line in run.entries]
    asked: list[Any] = [line["options"] for line in lines if line["kind"] == "request"]
    modes = [options["output"].split()[0] for options in asked if options["output"]]
    return ToolLoop(
        model,
        format=format_named(FormatName(str(lines[0]["format"]))),
        limits=replace(Limits(), answer_tokens=asked[0]["max_tokens"]) if asked else None,
        mode=AnswerMode(modes[0]) if modes else AnswerMode.JSON_SCHEMA,
        capture=Capture.FULL,
    )


def _difference(
    model: ReplayRuns,
    lines: Sequence[Mapping[str, Any]],
    claims: Sequence[Plain],
    found: DocumentResult,
) -> str | None:
    """The first thing that came out otherwise, though the model was asked the same."""
    if model.unasked:
        return f"{model.unasked} of its runs were not asked for again"
    before = [_lasting(line) for run in runs_of(lines) for line in run.entries]
    now = [
        _lasting(line)
        for statement in found.statements
        for run in runs_of(statement.use.trace)
        for line in run.entries
    ]
    for number, (was, became) in enumerate(zip(before, now, strict=False), start=1):
        if was != became:
            pairs = enumerate(zip(was.encode(), became.encode(), strict=False))
            end = min(len(was), len(became))
            byte = next((at for at, (a, b) in pairs if a != b), end)
            return f"line {number} of the trace, byte {byte}"
    if len(before) != len(now):
        return f"the trace has {len(now)} lines instead of {len(before)}"
    said = [each.claim for each in found.statements]
    claimed = [claim.model_dump(mode="json") if claim else None for claim in said]
    return None if claimed == list(claims) else "the model's claim was taken otherwise"


def _lasting(line: Mapping[str, Any]) -> str:
    return canonical({name: value for name, value in line.items() if name not in _PASSING})


class WordsDamaged(TieoutError, fault=FaultClass.DOCUMENT):
    """The words of import {import_id} are damaged in the database, and its document is not
    available. If you have its file: tieout reprocess {import_id} --file PATH
    """


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
    batch: Batch | None = None,
) -> Iterator[ImportOutcome]:
    """Prove these ``imports`` again (see `proven_by_another_kernel`): from the kept document, or
    from the stored words where it is not to be had or its password is not. The outcome of each as
    it is done.

    One that fails does not stop the others. What is done is done: the one who asks again for those
    by another kernel goes on where this was broken off."""
    watcher, batch = watcher or Nobody(), batch or Batch()
    read = options.reader(options.password_book)
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
