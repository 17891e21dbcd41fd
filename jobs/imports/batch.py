"""The documents of one run: what each came to, and what it comes to once all are in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.models import Document, Import
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.options import ImportOutcome
from pipeline.record.reproof import Proven
from pipeline.record.writing import Recorded, RowIds, prepared, record, settled
from pipeline.results import DocumentResult

#: So many of an account's other documents, the nearest, are recorded again to hold one beside them.
_NEAREST = 6


@dataclass(slots=True)
class Batch:
    """Documents by their hash, and what their statements were last proven to be.

    A dry run writes nothing down: ``rehearsed`` are the documents that it brought to an end.
    """

    rehearsed: dict[str, DocumentResult] = field(default_factory=dict)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    proven: dict[int, Proven] = field(default_factory=dict)

    def keep(self, sha256: str, recorded: Recorded) -> None:
        """Remember what recording a document came to, for it and for others."""
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
        if not self.rehearsed:
            with read_only(engine) as session:
                return [self._now(session, each, _status(session, each)) for each in outcomes]
        with unit_of_work(engine, dry_run=True) as session:
            for sha256, result in self.rehearsed.items():
                self.keep(sha256, _rehearse(session, result))
            statuses = {
                sha256: session.get_one(Import, recorded.import_id).status
                for sha256, recorded in self.recorded.items()
            }
            return [self._now(session, each, _rehearsed(statuses, each)) for each in outcomes]

    def _near(self, result: DocumentResult) -> list[DocumentResult]:
        mine = dict(_periods(result))
        others = [
            (min(abs(mine[account] - day) for account, day in periods), sha256)
            for sha256, other in self.rehearsed.items()
            if (periods := [each for each in _periods(other) if each[0] in mine])
        ]
        return [self.rehearsed[sha256] for _, sha256 in sorted(others)[:_NEAREST]]

    def _now(self, session: Session, outcome: ImportOutcome, status: ImportStatus) -> ImportOutcome:
        recorded = self.recorded.get(outcome.sha256 or "")
        if outcome.document is None or recorded is None:
            return outcome
        result = settled(session, outcome.document, recorded.statements, self.proven)
        return replace(outcome, document=result, status=status)


def _status(session: Session, outcome: ImportOutcome) -> ImportStatus:
    if outcome.import_id is None or outcome.status is ImportStatus.DUPLICATE:
        return outcome.status
    return session.get_one(Import, outcome.import_id).status


def _rehearsed(statuses: Mapping[str, ImportStatus], outcome: ImportOutcome) -> ImportStatus:
    if outcome.status is ImportStatus.DUPLICATE:
        return outcome.status
    return statuses.get(outcome.sha256 or "", outcome.status)


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
