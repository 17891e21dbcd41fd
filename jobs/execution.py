"""Carries work under lease to its end, and writes down how it ended, whichever way that is."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from sqlalchemy import Engine

from db.clock import database_now
from db.errors import TieoutError
from db.faults import LedgerBusy, LedgerUnreachable
from db.models import Document
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.documents import DocumentAway, PlaceNotSet
from jobs.heartbeat import RunningProgress, StopAsked, beating
from jobs.leases import LEASE, Work, fence, let_go
from jobs.options import ImportOptions
from jobs.unexpected import typed
from pipeline.account.comparison import ScopedLedger
from pipeline.account.scope import accounts_in_scope, statements_of
from pipeline.errors import LedgerMoved, NoStatement, WorkLost
from pipeline.intake.file import Intake
from pipeline.intake.store.errors import NO_FACTS
from pipeline.pages.errors import ReaderStalled
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.record.writing import Place, Recorded, record
from pipeline.results import DocumentResult
from pipeline.run import run_document

_LOG = logging.getLogger(__name__)
_TRIES_WHILE_LEDGER_MOVES = 3

#: What has nothing to do with the document: the work goes back to the queue and is tried later.
PASSING: Final[tuple[type[TieoutError], ...]] = (
    StopAsked,
    LedgerBusy,
    LedgerMoved,
    LedgerUnreachable,
    DocumentAway,
    PlaceNotSet,
    ReaderStalled,
    *NO_FACTS,
)
_LATER = timedelta(seconds=5)
_SECONDS_TO_HAND_BACK = LEASE.total_seconds() / 2
_SECONDS_BETWEEN_TRIES = 1.0

Loader = Callable[[], tuple[Intake, ReadDocument]]
"""Gives a document and what was read of it. Raises leaves of ``TieoutError``."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What it takes to carry an import out."""

    engine: Engine
    options: ImportOptions
    read: Reader
    progress: RunningProgress

    def carry_out(
        self, work: Work, load: Loader, passing: tuple[type[TieoutError], ...] = ()
    ) -> Recorded:
        """Prove what ``load`` gives and record it; a failure is recorded, and raised.

        An error among ``passing`` is no failure of the document: its work goes back to the queue.
        Raises ``WorkLost`` if another worker has taken it over.
        """
        with beating(self.engine, work, self.progress):
            try:
                with typed():
                    return self._prove_and_record(work, *load())
            except WorkLost:
                raise
            except passing as error:
                self._hand_back(work, error)
                raise
            except TieoutError as error:
                self.record_failure(work, error)
                raise

    def read_document(self, intake: Intake) -> ReadDocument:
        """The document as read; without statements only if a model may be asked for one.

        Raises ``NoStatement``, and what the reader raises.
        """
        document = self.read(intake, self.progress)
        if not document.reading.statements and self.options.models.reader is None:
            from pipeline.extraction.about import about

            raise NoStatement(about(document.pages, None), name=intake.name)
        return document

    def prove(
        self,
        intake: Intake,
        document: ReadDocument,
        own: int | None,
    ) -> DocumentResult:
        """Hold the document against the ledger; ``own`` is its import, if it has one."""
        with read_only(self.engine) as session:
            scope = accounts_in_scope(session, self.options.account_ids)
            statements = statements_of(session, own)
        sessions = partial(read_only, self.engine)
        scoped = ScopedLedger(
            sessions,
            scope,
            self.options.settings,
            ignoring=statements,
            named=self.options.named_account,
        )
        return run_document(intake, document, scoped, self.options.models, self.progress)

    def record_failure(self, work: Work, error: TieoutError) -> None:
        """Write down that the document failed, and why."""
        failure = {"error_code": error.code, "error_message": error.message()}
        with unit_of_work(self.engine) as session:
            fence(session, work, **let_go(session, ImportStatus.FAILED), **failure)
            if isinstance(error, NoStatement):
                document = session.get_one(Document, work.document_id)
                document.about = error.about.model_dump(mode="json") if error.about else None

    def _hand_back(self, work: Work, error: TieoutError) -> None:
        # Work that nobody hands back is taken for that of a worker who died over it.
        deadline = time.monotonic() + _SECONDS_TO_HAND_BACK
        while time.monotonic() < deadline:
            with suppress(LedgerUnreachable, LedgerBusy), unit_of_work(self.engine) as session:
                later = None if isinstance(error, StopAsked) else database_now(session) + _LATER
                fence(session, work, **let_go(session, ImportStatus.QUEUED), run_after=later)
                return
            if self.progress.stopping():
                return
            time.sleep(_SECONDS_BETWEEN_TRIES)

    def _prove_and_record(self, work: Work, intake: Intake, document: ReadDocument) -> Recorded:
        for _ in range(_TRIES_WHILE_LEDGER_MOVES):
            result = self.prove(intake, document, work.import_id)
            with suppress(LedgerMoved):
                return self._record(work, result)
        raise LedgerMoved

    def _record(self, work: Work, result: DocumentResult) -> Recorded:
        self.progress.stage("record")
        with unit_of_work(self.engine) as session:
            # First the fence: it holds the row until everything else is written.
            fence(session, work, heartbeat_at=database_now(session))
            recorded = record(session, Place(work.import_id, work.document_id), result)
            fence(session, work, **let_go(session, recorded.status))
        return recorded
