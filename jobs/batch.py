"""What came of documents that were brought in together: the last of them may settle the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.models import Import
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.options import ImportOutcome
from jobs.rehearsal import Rehearsal, rehearse
from pipeline.record.reproof import Proven
from pipeline.record.writing import Recorded, settled


@dataclass(slots=True)
class Batch:
    """Documents by their hash, and what their statements were last proven to be.

    In a dry run nothing is written down, and ``rehearsal`` stands for it.
    """

    rehearsal: Rehearsal = field(default_factory=Rehearsal)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    proven: dict[int, Proven] = field(default_factory=dict)

    def keep(self, sha256: str, recorded: Recorded) -> None:
        """Remember what recording a document came to, for it and for others."""
        self.recorded[sha256] = recorded
        self.proven.update(recorded.proven)

    def as_it_stands(
        self, engine: Engine, outcomes: Iterable[ImportOutcome]
    ) -> list[ImportOutcome]:
        """The outcomes as they are now that all documents have been brought in."""
        if not self.rehearsal.results:
            with read_only(engine) as session:
                return [self._now(session, each, _status(session, each)) for each in outcomes]
        with unit_of_work(engine, dry_run=True) as session:
            for sha256, result in self.rehearsal.results.items():
                self.keep(sha256, rehearse(session, result))
            statuses = {
                sha256: session.get_one(Import, recorded.import_id).status
                for sha256, recorded in self.recorded.items()
            }
            return [self._now(session, each, _rehearsed(statuses, each)) for each in outcomes]

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
