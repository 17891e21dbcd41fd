"""Brings one document in: claims the work, runs the stages, and records how it ended."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from sqlalchemy import Engine

from db.errors import TieoutError
from db.models import utc_now
from db.session import reading, unit_of_work
from db.words import ImportStatus
from jobs.claims import Known, Work, claim, fence, known
from jobs.heartbeat import Told, beating
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.states import ENDED
from pipeline.desk import Desk
from pipeline.errors import LedgerMoved, NoStatement, WorkLost
from pipeline.intake import Intake, take_in_bytes, take_in_path
from pipeline.progress import Progress
from pipeline.read import ReadDocument, Reader
from pipeline.record import Place, record, status_of
from pipeline.results import DocumentResult
from pipeline.run import run_document
from pipeline.scope import accounts_in_scope, statements_of

__all__ = ["ImportOptions", "ImportOutcome", "Source", "import_one"]

_LOG = logging.getLogger(__name__)
_TRIES_WHILE_LEDGER_MOVES = 3


class Unexpected(TieoutError):
    """Something went wrong that never should ({kind}); the ledger was not touched. Please report
    it, with the output of: tieout doctor"""

    code: ClassVar[str] = "unexpected"


def import_one(
    engine: Engine,
    source: Source,
    options: ImportOptions,
    read: Reader,
    progress: Progress,
    *,
    anew: bool = False,
) -> ImportOutcome:
    """Bring one document in. Whatever goes wrong with it is in the outcome, never raised.

    ``anew`` reads a document again that was brought in before, keeping a person's decisions.
    ``KeyboardInterrupt`` passes through; the work can then be claimed again at once.
    """
    started = time.perf_counter()
    job = _Job(engine, source, options, read, Told(progress), anew)
    try:
        with _typed():
            outcome = job.run()
    except TieoutError as error:
        outcome = job.failed(error)
    return replace(outcome, seconds=time.perf_counter() - started)


@contextmanager
def _typed() -> Iterator[None]:
    """Turns a bug into a typed error, so that one document cannot cost a person the others."""
    try:
        yield
    except TieoutError:
        raise
    except Exception as error:
        # An exception's text may quote the page: only its class and the places in code are told.
        places = "".join(traceback.format_tb(error.__traceback__))
        _LOG.warning("import failed with %s\n%s", type(error).__name__, places)
        raise Unexpected(kind=type(error).__name__) from error


@dataclass(slots=True)
class _Job:
    """One document on its way in; ``sha256`` and ``import_id`` are filled as they become known."""

    engine: Engine
    source: Source
    options: ImportOptions
    read: Reader
    told: Told
    anew: bool = False
    sha256: str | None = None
    import_id: int | None = None

    def run(self) -> ImportOutcome:
        """From bytes to an outcome. Raises leaves of ``TieoutError``."""
        self.told.stage("intake")
        intake = self._take_in()
        self.sha256 = intake.sha256
        before = self._known()
        if before is not None and before.status in ENDED and not self.anew:
            return self._ended(ImportStatus.DUPLICATE)
        if self.options.dry_run:
            result = self._prove(intake, self._read(intake))
            return self._ended(status_of(result), result)
        if before is not None and before.status is ImportStatus.FAILED:
            return self._again(intake, before)
        return self._work(intake, lambda: self._read(intake))

    def failed(self, error: TieoutError) -> ImportOutcome:
        """The outcome of a document that could not be brought in."""
        outcome = self._ended(ImportStatus.FAILED)
        return replace(outcome, error_code=error.code, message=error.message())

    def _ended(self, status: ImportStatus, document: DocumentResult | None = None) -> ImportOutcome:
        return ImportOutcome(
            self.source.name, status, self.import_id, self.sha256, document=document
        )

    def _take_in(self) -> Intake:
        if self.source.path is not None:
            intake = take_in_path(self.source.path)
        else:
            intake = take_in_bytes(self.source.data or b"", self.source.name)
        return replace(intake, name=self.source.name)

    def _known(self) -> Known | None:
        with reading(self.engine) as session:
            before = known(session, self.sha256 or "")
        self.import_id = before.import_id if before else None
        return before

    def _read(self, intake: Intake) -> ReadDocument:
        document = self.read(intake, self.told)
        if not document.reading.statements:
            raise NoStatement(name=intake.name)
        return document

    def _again(self, intake: Intake, before: Known) -> ImportOutcome:
        """A document that failed is looked at again; the same failure leaves no trace."""
        try:
            document = self._read(intake)
        except TieoutError as error:
            if error.code != before.error_code:
                self._record_failure(self._claim(intake), error)
            return self.failed(error)
        return self._work(intake, lambda: document)

    def _work(self, intake: Intake, document: Callable[[], ReadDocument]) -> ImportOutcome:
        """Claim the work, do it, and record its end, whichever it is."""
        work = self._claim(intake)
        with beating(self.engine, work, self.told):
            try:
                with _typed():
                    return self._prove_and_record(work, intake, document())
            except WorkLost:
                raise
            except TieoutError as error:
                self._record_failure(work, error)
                raise

    def _claim(self, intake: Intake) -> Work:
        path = None if self.source.path is None else str(self.source.path.absolute())
        with unit_of_work(self.engine) as session:
            work = claim(session, intake, path, self.options.stored, anew=self.anew)
        self.import_id = work.import_id
        return work

    def _prove_and_record(
        self, work: Work, intake: Intake, document: ReadDocument
    ) -> ImportOutcome:
        for _ in range(_TRIES_WHILE_LEDGER_MOVES):
            result = self._prove(intake, document)
            with suppress(LedgerMoved):
                return self._ended(self._record(work, result), result)
        raise LedgerMoved

    def _prove(self, intake: Intake, document: ReadDocument) -> DocumentResult:
        with reading(self.engine) as session:
            scope = accounts_in_scope(session, self.options.account_ids)
            own = statements_of(session, self.import_id)
        sessions = partial(reading, self.engine)
        desk = Desk(sessions, scope, self.options.settings, ignoring=own)
        return run_document(intake, document, desk, self.options.minds, self.told)

    def _record(self, work: Work, result: DocumentResult) -> ImportStatus:
        self.told.stage("record")
        with unit_of_work(self.engine) as session:
            # First the fence: it holds the row until everything else is written.
            fence(session, work, heartbeat_at=utc_now())
            place = Place(work.import_id, work.document_id)
            status = record(session, place, result, self.options.settings)
            fence(session, work, **_end(status))
        return status

    def _record_failure(self, work: Work, error: TieoutError) -> None:
        end = _end(ImportStatus.FAILED)
        with unit_of_work(self.engine) as session:
            fence(session, work, **end, error_code=error.code, error_message=error.message())


def _end(status: ImportStatus) -> dict[str, object]:
    """What the row says when nobody holds it any more."""
    return {
        "status": status,
        "stage": None,
        "progress": None,
        "lease_until": None,
        "finished_at": utc_now(),
    }
