"""Carries work under lease to its end, traces its stages, and records how it ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.engine import LedgerBusy, LedgerUnreachable
from db.errors import TieoutError
from db.models import Document, Import
from db.session import NOW, database_now, read_only, unit_of_work
from db.upgrade import OtherRevision, require_current
from db.words import ImportStatus, Verdict
from jobs.lease.heartbeat import RunningProgress, StopAsked, beating
from jobs.lease.lease import LEASE, Work, fence, released
from jobs.lease.machine import erase_note, note_release, room
from jobs.lease.tries import Tries, pause
from jobs.options import ImportOptions
from pipeline.account.comparison import ScopedLedger
from pipeline.account.ledger_query import accounts_in_scope, statements_of
from pipeline.errors import LedgerMoved, NoStatement, Unexpected, WorkLost, typed
from pipeline.intake.file import Intake
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.record.writing import Recorded, RowIds, prepared, record
from pipeline.results import DocumentResult
from pipeline.run import run_document

if TYPE_CHECKING:
    from contextvars import Token

    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer


_LOG = logging.getLogger(__name__)
_TRIES_WHILE_LEDGER_MOVES = 3

_SECONDS_TO_HAND_BACK = LEASE.total_seconds() / 2
_SECONDS_BETWEEN_TRIES = 1.0

Loader = Callable[[], tuple[Intake, ReadDocument]]
"""Gives a document and what was read of it. Raises leaves of ``TieoutError``."""


@dataclass(slots=True)
class ImportRunner:
    """Reads, proves and records one import at a time, for a command or for a worker."""

    engine: Engine
    options: ImportOptions
    read: Reader
    progress: RunningProgress

    def carry_out(self, work: Work, load: Loader) -> Recorded:
        """Prove what ``load`` gives and record it; how it failed is written down, and raised.

        Where that says nothing of the document, its work goes back to the queue.
        Raises ``WorkLost`` if another worker has taken it over.
        """
        note(import_id=work.import_id, attempt=work.token)
        with beating(self.engine, work, self.progress):
            try:
                in_turn = room(self.engine, work.company, self.progress.look)
                with self._of_our_version(), typed(), in_turn:
                    return self._prove_and_record(work, *load())
            except WorkLost:
                raise
            except TieoutError as error:
                self._write_down(work, error)
                raise
            except BaseException:
                # Ctrl-C: who is asked to end hands the work back, and nobody has died over it.
                # Hand the work back, with no second try: somebody waits for this process to end.
                with suppress(TieoutError):
                    if not self._written(work, StopAsked()):
                        note_release(self.engine, work.claim)
                raise

    def read_document(self, intake: Intake) -> ReadDocument:
        """The document as read; without statements only if a model may be asked for one. Raises
        ``NoStatement``, and what the reader raises."""
        document = self.read(intake, self.progress)
        if not document.reading.statements and self.options.models.reader is None:
            from pipeline.extraction.copying import about

            said, _ = about(document.pages, None)
            raise NoStatement(said, name=intake.name)
        return document

    def prove(
        self,
        intake: Intake,
        document: ReadDocument,
        own: int | None,
    ) -> DocumentResult:
        """Hold the document against the ledger; ``own`` is its import, if it has one. Where a model
        was needed and could not be asked, nothing of that may be stored: raises why."""
        with read_only(self.engine) as session:
            scope = accounts_in_scope(session, self.options.account_ids)
            statements = statements_of(session, own)
            named_by = ""
            if self.options.named_account is not None:
                row = session.get(Import, own) if own is not None else None
                named_by = (row.handed_in_by if row else self.options.handed_in_by) or "person"
        sessions = partial(read_only, self.engine)
        scoped = ScopedLedger(
            sessions,
            scope,
            self.options.settings,
            ignoring=statements,
            named=self.options.named_account,
            named_by=named_by,
        )
        try:
            result = run_document(intake, document, scoped, self.options.models, self.progress)
        except NoStatement as error:
            raise error.away or error from None
        for statement in result.statements:
            if statement.use.away and statement.verdict is not Verdict.MATCHED:
                raise statement.use.away
        return result

    @contextmanager
    def _of_our_version(self) -> Iterator[None]:
        """A bug where the tables are from another version is not one, and the message says it."""
        try:
            yield
        except Unexpected:
            require_current(self.engine)
            raise

    def _write_down(self, work: Work, error: TieoutError) -> None:
        """Say in the row how the try ended; while the ledger is away, that it did on this machine.
        Elsewhere, work that no one hands back stays where it is until its lease has run out."""
        if self._written(work, error):
            return
        note_release(self.engine, work.claim)
        deadline = time.monotonic() + _SECONDS_TO_HAND_BACK
        while time.monotonic() < deadline and not self.progress.stopping():
            time.sleep(_SECONDS_BETWEEN_TRIES)
            if self._written(work, error):
                erase_note(self.engine, work.claim)
                return

    def _written(self, work: Work, error: TieoutError) -> bool:
        """Whether the ledger could be written to. Tables with a different revision only
        learn that the work is free again, for a worker that knows them."""
        with suppress(LedgerUnreachable, LedgerBusy, OtherRevision):
            if isinstance(error, OtherRevision):
                error = StopAsked()
            revision = isinstance(error, StopAsked)
            with unit_of_work(self.engine, any_revision=revision) as session:
                self._release(session, work, error)
            return True
        return False

    def _release(self, session: Session, work: Work, error: TieoutError) -> None:
        """What the row says of a try that ended with this error."""
        if isinstance(error, StopAsked):
            fence(session, work, **released(ImportStatus.QUEUED))
            note(status=ImportStatus.QUEUED.value)
            return
        row, now = session.get(Import, work.import_id), database_now(session)
        if row is None:  # it was forgotten meanwhile
            raise WorkLost
        tries = Tries.read(row.tries).after(error.fault, now)
        if tries.is_over(error.fault, now):
            self._fail(session, work, error, tries.stored)
            _tell_end(ImportStatus.FAILED, error)
            return
        since = row.waiting_since or now
        waiting = {
            "waiting_for": error.code,
            "waiting_since": since,
            "run_after": now + pause(now - since),
        }
        fence(session, work, **released(ImportStatus.QUEUED), **waiting, tries=tries.stored)
        _tell_end(ImportStatus.QUEUED, error)

    def _fail(
        self, session: Session, work: Work, error: TieoutError, tries: dict[str, Any]
    ) -> None:
        failure = {"error_code": error.code, "error_message": error.message(), "tries": tries}
        fence(session, work, **released(ImportStatus.FAILED), **failure)
        if isinstance(error, NoStatement):
            document = session.get_one(Document, work.document_id)
            document.about = error.about.model_dump(mode="json") if error.about else None

    def _prove_and_record(self, work: Work, intake: Intake, document: ReadDocument) -> Recorded:
        for _ in range(_TRIES_WHILE_LEDGER_MOVES):
            result = self.prove(intake, document, work.import_id)
            with suppress(LedgerMoved):
                return self._record(work, result)
        raise LedgerMoved

    def _record(self, work: Work, result: DocumentResult) -> Recorded:
        self.progress.stage("record")
        ready = prepared(result)
        with unit_of_work(self.engine) as session:
            # First the fence: it holds the row until everything else is written.
            fence(session, work, heartbeat_at=NOW)
            recorded = record(session, RowIds(work.import_id, work.document_id), ready)
            fence(session, work, **released(recorded.status))
        # Only once it is committed: the log and the trace name no statement that is not there.
        for statement in recorded.result.statements:
            statement_id = recorded.statements[statement.ordinal]
            verdict = statement.verdict.value
            _LOG.info("statement", extra={"statement_id": statement_id, "verdict": verdict})
            note_statement(statement_id, verdict)
        _LOG.info("ended", extra={"status": recorded.status.value})
        note(status=recorded.status.value)
        return recorded


def _tell_end(status: ImportStatus, error: TieoutError) -> None:
    """How a try ended, and whether there will be another."""
    about = {"status": status.value, "code": error.code, "fault": error.fault.value}
    _LOG.info("ended", extra=about)
    note(status=status.value)


Fact: TypeAlias = str | int
#: What is known of an import, and how its span names that.
_NAMES: Final = {
    "import_id": "tieout.import.id",
    "attempt": "tieout.import.attempt",
    "status": "tieout.status",
    "code": "error.type",
}
_current: ContextVar[ImportTrace | None] = ContextVar("tieout_import_trace", default=None)


def note(**facts: Fact | None) -> None:
    """Put what became known of the import at work into its trace, if it has one. A fact is one of
    ``import_id``, ``attempt``, ``status`` and ``code``."""
    if trace := _current.get():
        trace.note({name: fact for name, fact in facts.items() if fact is not None})


def note_statement(statement_id: int, verdict: str) -> None:
    if trace := _current.get():
        trace.note_statement(statement_id, verdict)


@contextmanager
def traced(tracer: Tracer | None, to: Progress) -> Iterator[Progress]:
    """While the block runs, what this progress hears becomes the trace of one import, and so does
    what is noted; without a tracer nothing does. Either way ``to`` hears it too."""
    if tracer is None:
        yield to
        return
    trace = ImportTrace(tracer, to)
    token = _current.set(trace)
    try:
        yield trace
    except BaseException as error:
        # Never the text of one, which may quote a page.
        code = error.code if isinstance(error, TieoutError) else type(error).__name__
        trace.note({"code": code})
        raise
    finally:
        _current.reset(token)
        trace.close()


class ImportTrace:
    """The spans of one import; the stage at work is the parent of what begins meanwhile."""

    def __init__(self, tracer: Tracer, to: Progress) -> None:
        self._tracer, self._to = tracer, to
        self._root, self._leave = _begin(tracer, "import")
        self._stage: tuple[Span, Callable[[], None]] | None = None
        self._import_id: Fact | None = None

    def stage(self, name: str) -> None:
        self._end_stage()
        self._to.stage(name)
        self._stage = _begin(self._tracer, name)

    def page(self, number: int, of: int) -> None:
        self._to.page(number, of)

    def note(self, facts: Mapping[str, Fact]) -> None:
        self._import_id = facts.get("import_id", self._import_id)
        for name, fact in facts.items():
            self._root.set_attribute(_NAMES[name], fact)
        if "code" in facts:
            from opentelemetry.trace import StatusCode

            self._root.set_status(StatusCode.ERROR)

    def note_statement(self, statement_id: int, verdict: str) -> None:
        """A statement, as an event of the stage at work."""
        span = self._stage[0] if self._stage else self._root
        span.add_event(
            "statement", {"tieout.statement.id": statement_id, "tieout.verdict": verdict}
        )

    def close(self) -> None:
        self._end_stage()
        self._leave()
        self._root.end()

    def _end_stage(self) -> None:
        if self._stage is None:
            return
        span, leave = self._stage
        if self._import_id is not None:
            span.set_attribute(_NAMES["import_id"], self._import_id)
        leave()
        span.end()
        self._stage = None


def _begin(tracer: Tracer, name: str) -> tuple[Span, Callable[[], None]]:
    """A span under the one that is at work, which it now is; the second puts that back."""
    from opentelemetry.context import attach, detach
    from opentelemetry.trace import set_span_in_context

    span = tracer.start_span(name)
    token: Token[Context] = attach(set_span_in_context(span))

    return span, partial(detach, token)
