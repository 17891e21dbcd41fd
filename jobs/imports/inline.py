"""Brings documents in one after the other, here and now, and settles them together."""

import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import NoReturn, Protocol

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.models import Document, Import
from db.session import read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.documents.keeping import drop_ended, keep, keep_known, mark_kept
from jobs.imports.execution import ImportRunner, Loader, note, traced
from jobs.imports.reading_ahead import prefetch
from jobs.lease.heartbeat import RunningProgress
from jobs.lease.lease import ENDED, KnownImport, Work, acquire, give_back_lost, known
from jobs.options import DocumentSource, ImportOptions, ImportOutcome, take_in
from jobs.queue.table import KEPT_FOR_A_PERSON
from pipeline.errors import NoStatement, typed
from pipeline.intake.file import Intake
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.sandbox.fork import Sandbox
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.record.reproof import Proven
from pipeline.record.writing import Recorded, RowIds, prepared, record, settled
from pipeline.results import DocumentResult
from tools.loop.errors import ProviderError

#: So many of an account's other documents, the nearest, are recorded again to hold one beside them.
_NEAREST = 6


@dataclass(slots=True)
class Batch:
    """Documents by their hash, and what their statements were last proven to be. A dry run writes
    nothing down: ``rehearsed`` are the documents that it brought to an end."""

    rehearsed: dict[str, DocumentResult] = field(default_factory=dict)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    proven: dict[int, Proven] = field(default_factory=dict)

    def keep(self, sha256: str, recorded: Recorded) -> None:
        self.recorded[sha256] = recorded
        self.proven.update(recorded.proven)

    def rehearse(self, session: Session, result: DocumentResult) -> Recorded:
        """What recording the document comes to after those before it; to be rolled back."""
        for other in self._near(result):
            _rehearse(session, other)
        return _rehearse(session, result)

    def outcomes_now(
        self, engine: Engine, outcomes: Iterable[ImportOutcome]
    ) -> list[ImportOutcome]:
        """The outcomes as they are now that all documents have been brought in."""
        with unit_of_work(engine, dry_run=True) if self.rehearsed else read_only(engine) as session:
            for sha256, result in self.rehearsed.items():
                self.keep(sha256, _rehearse(session, result))
            return [self._now(session, each) for each in outcomes]

    def _near(self, result: DocumentResult) -> list[DocumentResult]:
        mine = dict(_periods(result))
        others = [
            (min(abs(mine[account] - day) for account, day in periods), sha256)
            for sha256, other in self.rehearsed.items()
            if (periods := [each for each in _periods(other) if each[0] in mine])
        ]
        return [self.rehearsed[sha256] for _, sha256 in sorted(others)[:_NEAREST]]

    def _now(self, session: Session, outcome: ImportOutcome) -> ImportOutcome:
        recorded = self.recorded.get(outcome.sha256 or "")
        if outcome.document is None or recorded is None:
            return outcome
        status = outcome.status
        if status is not ImportStatus.DUPLICATE:
            status = session.get_one(Import, recorded.import_id).status
        result = settled(session, outcome.document, recorded.statements, self.proven)
        return replace(outcome, document=result, status=status)


def _rehearse(session: Session, result: DocumentResult) -> Recorded:
    """Record the document as a new import, in a session that will be rolled back."""
    document = Document(sha256=result.sha256, size=0)
    session.add(document)
    session.flush()
    work = Import(
        document_id=document.id, source_name=result.name, status=ImportStatus.RUNNING, options={}
    )
    session.add(work)
    session.flush()
    recorded = record(session, RowIds(work.id, document.id), prepared(result))
    work.status = recorded.status
    return recorded


def _periods(result: DocumentResult) -> Iterator[tuple[int, date]]:
    for each in result.statements:
        day = each.draft.period_start
        if each.account_id is not None and day is not None:
            yield each.account_id, day


def import_one(
    engine: Engine,
    source: DocumentSource,
    options: ImportOptions,
    read: Reader,
    progress: Progress,
    *,
    again: bool = False,
    batch: Batch | None = None,
) -> ImportOutcome:
    """Bring one document in. Whatever goes wrong with it is in the outcome, never raised.

    ``batch`` is what was brought in before along with it, and learns of this document too.
    ``again`` reads a document again that was brought in before, keeping a person's decisions.
    ``KeyboardInterrupt`` passes through; the work can then be acquired again at once.
    """
    started = time.perf_counter()
    with traced(options.tracer, progress) as shown:
        running = RunningProgress(shown)
        runner = _InlineRunner(engine, options, read, running, source, again, batch or Batch())
        outcome = _tried(runner, options.pauses)
        note(import_id=outcome.import_id, status=outcome.status.value, code=outcome.error_code)
    return replace(outcome, seconds=time.perf_counter() - started)


def _tried(runner: "_InlineRunner", pauses: Iterable[float]) -> ImportOutcome:
    """How the document ended; what passes is tried again after each of the pauses, what ended by
    force for as long as its row waits."""
    left = iter(pauses)
    while True:
        try:
            with typed():
                return runner.run()
        except TieoutError as error:
            outcome = runner.failed(error)
            pause = next(left, None) if error.fault is FaultClass.TRANSIENT else None
            waits = outcome.status is ImportStatus.QUEUED
            if pause is None and not (error.fault is FaultClass.RESOURCE and waits):
                return outcome
            time.sleep(pause or 0)


@dataclass(slots=True)
class _InlineRunner(ImportRunner):
    """Brings one document in here; ``sha256`` and ``import_id`` are filled once they are known."""

    source: DocumentSource
    again: bool
    batch: Batch
    sha256: str | None = None
    import_id: int | None = None

    def run(self) -> ImportOutcome:
        """From bytes to an outcome. Raises leaves of ``TieoutError``."""
        self.progress.stage("intake")
        intake = take_in(self.source)
        self.sha256 = intake.sha256
        before = self._known()
        ended = before is not None and before.status in ENDED
        if (ended or self.sha256 in self.batch.rehearsed) and not self.again:
            if not self.options.dry_run:
                # What came in before it could be kept, or is not there any more, is put there.
                keep_known(self.engine, self.options.documents, intake)
            return self._ended(ImportStatus.DUPLICATE)
        if self.options.dry_run:
            return self._rehearse(intake)
        if before is not None and before.status is ImportStatus.FAILED:
            return self._again(intake, before)
        return self._work(intake, lambda: (intake, self.read_document(intake)))

    def failed(self, error: TieoutError) -> ImportOutcome:
        """The outcome of a document that could not be brought in."""
        waits = error.fault is not FaultClass.DOCUMENT and self._waits()
        outcome = self._ended(ImportStatus.QUEUED if waits else ImportStatus.FAILED)
        about = error.about if isinstance(error, NoStatement) else None
        return replace(
            outcome,
            error_code=error.code,
            message=error.message(),
            fault=error.fault,
            stops=isinstance(error, ProviderError) and error.fault is FaultClass.CONFIGURATION,
            about=about,
        )

    def _ended(self, status: ImportStatus, document: DocumentResult | None = None) -> ImportOutcome:
        return ImportOutcome(
            self.source.name, status, self.import_id, self.sha256, document=document
        )

    def _known(self) -> KnownImport | None:
        """The state of the import, once what no one holds any more was given back."""
        before = self._looked_up()
        self.import_id = before.import_id if before else None
        if before is not None and before.status is ImportStatus.RUNNING:
            give_back_lost(self.engine, before.import_id)
            return self._looked_up()
        return before

    def _looked_up(self) -> KnownImport | None:
        with read_only(self.engine) as session:
            return known(session, self.sha256 or "")

    def _waits(self) -> bool:
        """Whether the import is in the table, to be tried again; also while no one can look."""
        try:
            before = self._looked_up()
        except TieoutError:
            return self.import_id is not None
        return before is not None and before.status is ImportStatus.QUEUED

    def _rehearse(self, intake: Intake) -> ImportOutcome:
        """All that the real run would do, with nothing left behind."""
        document = self.read_document(intake)
        result = self.prove(intake, document, self.import_id)
        with unit_of_work(self.engine, dry_run=True) as session:
            if self.again:
                options = self.options.stored
                work = acquire(session, intake, None, options, again=True)
                recorded = record(
                    session, RowIds(work.import_id, work.document_id), prepared(result)
                )
            else:
                recorded = self.batch.rehearse(session, result)
        self.batch.rehearsed[intake.sha256] = result
        return self._ended(recorded.outcome, recorded.result)

    def _again(self, intake: Intake, before: KnownImport) -> ImportOutcome:
        """A document that failed is looked at again; the same failure leaves no trace. One that
        took processes with it would take this one too, and all that comes after it."""
        if before.error_code in KEPT_FOR_A_PERSON and not self.again:
            failed = self._ended(ImportStatus.FAILED)
            return replace(failed, error_code=before.error_code, message=before.error_message)
        try:
            document = self.read_document(intake)
        except TieoutError as error:
            if error.fault is not FaultClass.DOCUMENT:
                return self._work(intake, lambda: (intake, self.read_document(intake)))
            if error.code == before.error_code:
                return self.failed(error)
            return self._work(intake, partial(_raise, error))
        return self._work(intake, lambda: (intake, document))

    def _work(self, intake: Intake, load: Loader) -> ImportOutcome:
        def begun() -> tuple[Intake, ReadDocument]:
            self.options.documents.make_sure(self.engine, intake.sha256, intake.data)
            return load()

        recorded = self.carry_out(self._claim(intake), begun)
        self.batch.keep(self.sha256 or "", recorded)
        return self._ended(recorded.outcome, recorded.result)

    def _claim(self, intake: Intake) -> Work:
        path = None if self.source.path is None else str(self.source.path.absolute())
        options = self.options.stored
        # First the bytes, then the row that says that they are there.
        kept = keep(self.engine, self.options.documents, intake.sha256, intake.data)
        with unit_of_work(self.engine) as session:
            work = acquire(session, intake, path, options, again=self.again)
            if kept:
                mark_kept(session, work.document_id)
        self.import_id = work.import_id
        return work


def _raise(error: TieoutError) -> NoReturn:
    raise error


class Watcher(Protocol):
    """An observer of how far the batch is."""

    def start(self, source: DocumentSource) -> Progress:
        """A document's turn has come; what this gives follows its stages."""


class Nobody:
    """No one watches."""

    def start(self, source: DocumentSource) -> Progress:  # noqa: ARG002 - nothing is shown
        return Silent()


def import_all(
    engine: Engine,
    sources: Iterable[DocumentSource],
    options: ImportOptions,
    watcher: Watcher | None = None,
    read: Reader | None = None,
    *,
    at_once: int = 1,
    batch: Batch | None = None,
) -> Iterator[ImportOutcome]:
    """Each document's outcome as it is done, in the order given, with ``at_once`` being read.

    ``read`` replaces the reader. The outcomes are the same however many are read at once. What
    comes later may settle what came before: ``batch`` says at the end the state of each. Where the
    model's setting is wrong, that is said once, and no further document is brought in."""
    watcher = watcher or Nobody()
    batch = batch or Batch()
    with closing(Sandbox()) as sandbox:
        asking = read or options.reader(options.password_book).within(sandbox)
        each_read: Iterable[tuple[DocumentSource, Reader]] = ((each, asking) for each in sources)
        if at_once > 1:
            asking_no_one = read or options.reader(PasswordBook(options.passwords))
            each_read = prefetch(engine, sources, asking_no_one, asking, at_once)
        for source, own in each_read:
            outcome = import_one(engine, source, options, own, watcher.start(source), batch=batch)
            yield outcome
            if outcome.stops:
                break
    if not options.dry_run:
        drop_ended(engine, options.documents)
