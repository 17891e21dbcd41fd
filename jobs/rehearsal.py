"""What a dry run would have recorded by now: each document is held beside those before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from sqlalchemy.orm import Session

from db.models import Document, Import
from db.words import ImportStatus
from pipeline.record.prepared import prepared
from pipeline.record.writing import Place, Recorded, record
from pipeline.results import DocumentResult

#: So many of an account's other documents, the nearest, are recorded again to hold one beside them.
_NEAREST = 6


@dataclass(slots=True)
class Rehearsal:
    """The documents that one dry run has brought to an end, none of which is written down."""

    results: dict[str, DocumentResult] = field(default_factory=dict)

    def record(self, session: Session, result: DocumentResult) -> Recorded:
        """What recording the document comes to after those before it; to be rolled back."""
        for other in self._near(result):
            rehearse(session, other)
        return rehearse(session, result)

    def _near(self, result: DocumentResult) -> list[DocumentResult]:
        mine = dict(_periods(result))
        others = [
            (min(_apart(mine[account], day) for account, day in periods), sha256)
            for sha256, other in self.results.items()
            if (periods := [each for each in _periods(other) if each[0] in mine])
        ]
        return [self.results[sha256] for _, sha256 in sorted(others)[:_NEAREST]]


def rehearse(session: Session, result: DocumentResult) -> Recorded:
    """Record the document as a new import, in a session that will be rolled back."""
    document = Document(sha256=result.sha256, size=0)
    session.add(document)
    session.flush()
    work = Import(
        document_id=document.id, source_name=result.name, status=ImportStatus.RUNNING, options={}
    )
    session.add(work)
    session.flush()
    recorded = record(session, Place(work.id, document.id), prepared(result))
    work.status = recorded.status
    return recorded


def _periods(result: DocumentResult) -> Iterator[tuple[int, date]]:
    for each in result.statements:
        day = each.draft.period_start
        if each.account_id is not None and day is not None:
            yield each.account_id, day


def _apart(one: date, other: date) -> timedelta:
    return abs(one - other)
