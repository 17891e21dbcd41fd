"""The JSON of `tieout import` and `jobs`: a record per document, in docs/import-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from app.shapes.reading import (
    AboutShape,
    FactsShape,
    HypothesisShape,
    ObjectionShape,
    about_shape,
    hypothesis_shapes,
    objection_shapes,
)
from app.shapes.writing import JsonShape, Versioned, shaped
from db.words import FaultClass, ImportStatus, ReadingStatus, Verdict
from jobs.lease.tries import Tries
from jobs.options import ImportOutcome
from pipeline.matching.shapes import Difference, DifferenceKind, Evidence, Reason
from pipeline.proof import Check
from pipeline.results import StatementResult

if TYPE_CHECKING:
    from db.models import Import


class DifferenceShape(JsonShape):
    """One disagreement; ``expected`` is the statement's figure, ``found`` the ledger's."""

    kind: DifferenceKind
    reason: Reason
    date: datetime.date | None
    description: str
    expected: Decimal | None
    found: Decimal | None
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    counterpart: int | None
    evidence: tuple[Evidence, ...]


class TiedStatementShape(FactsShape):
    """One statement and the outcome of holding it against the ledger; ``cost`` is in US dollars."""

    ordinal: int
    account_id: int | None
    account: str | None
    line_count: int
    reading: ReadingStatus
    verdict: Verdict
    checks: tuple[Check, ...]
    hypotheses: tuple[HypothesisShape, ...]
    objections: tuple[ObjectionShape, ...]
    differences: tuple[DifferenceShape, ...]
    model: str | None
    format: str | None
    model_status: str | None
    turns: int
    tokens: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    extraction_skipped: bool


class ImportShape(Versioned):
    """One document."""

    file: str
    sha256: str | None
    status: ImportStatus
    import_id: int | None
    error_code: str | None
    error: str | None
    seconds: float
    statements: tuple[TiedStatementShape, ...]
    warnings: tuple[str, ...]
    about: AboutShape | None = None


def import_shape(outcome: ImportOutcome) -> ImportShape:
    """The record of one document; a failed or known one has no statements."""
    document = outcome.document
    return shaped(
        ImportShape,
        outcome,
        file=outcome.name,
        error=outcome.message,
        seconds=round(outcome.seconds, 3),
        statements=tuple(map(_statement, document.statements)) if document else (),
        warnings=document.warnings if document else (),
        about=about_shape(outcome.about),
    )


def difference_shape(difference: Difference, exponent: int) -> DifferenceShape:
    """A difference with its figures in the statement's currency."""
    evidence = tuple(shaped(Evidence, each) for each in difference.evidence)
    return shaped(DifferenceShape, difference, exponent, evidence=evidence)


def _statement(result: StatementResult) -> TiedStatementShape:
    draft, use = result.draft, result.use
    return shaped(
        TiedStatementShape,
        draft,
        draft.exponent,
        ordinal=result.ordinal,
        account_id=result.account_id,
        account=result.account_name,
        line_count=len(draft.lines),
        reading=draft.status,
        verdict=result.verdict,
        checks=result.findings.checks,
        hypotheses=hypothesis_shapes(result.findings.shown),
        objections=objection_shapes(result.draft.objections),
        differences=tuple(difference_shape(e, draft.exponent) for e in result.findings.differences),
        model=use.model,
        format=use.format,
        model_status=use.status,
        turns=use.turns,
        tokens=use.tokens_in + use.tokens_out,
        tokens_in=use.tokens_in,
        tokens_out=use.tokens_out,
        cost=use.cost,
        extraction_skipped=result.extraction_skipped,
    )


class JobShape(Versioned):
    """One import as work; times are in UTC, and null is what is not so.

    ``tries`` counts those that failed by what they failed of; ``waiting_for`` is the code of the
    error that a waiting import was handed back with; ``handed_in_by`` is who sent the document with
    the pages or over HTTP."""

    id: int
    file: str
    path: str | None
    status: ImportStatus
    stage: str | None
    page: str | None
    attempts: int
    deaths: int
    tries: Mapping[FaultClass, int]
    waiting_for: str | None
    waiting_since: datetime.datetime | None
    error_code: str | None
    error: str | None
    created_at: datetime.datetime
    heartbeat_at: datetime.datetime | None
    run_after: datetime.datetime | None
    finished_at: datetime.datetime | None
    handed_in_by: str | None


class JobsShape(Versioned):
    """A list of imports, and how many there are of each status in all, counted up to 50,000."""

    jobs: tuple[JobShape, ...]
    counts: Mapping[ImportStatus, int]


class RefusedJobShape(JsonShape):
    """An import that was named and could not be changed, and why."""

    id: int
    error_code: str
    error: str


class JobsChangedShape(Versioned):
    """How many imports were retried or cancelled, and which of those named could not be."""

    act: Literal["retry", "cancel"]
    changed: int
    refused: tuple[RefusedJobShape, ...]


def job_shape(row: Import) -> JobShape:
    queued = row.status is ImportStatus.QUEUED
    return shaped(
        JobShape,
        row,
        file=row.source_name,
        path=row.source_path,
        page=row.progress,
        tries=Tries.read(row.tries).count,
        waiting_for=row.waiting_for if queued else None,
        waiting_since=row.waiting_since if queued else None,
        error=row.error_message,
    )


class ReceivedShape(Versioned):
    """A document that waits for its turn, or had it: ``duplicate`` says that its bytes were handed
    in before, and ``status`` the state of its import now. ``error_code`` and ``error`` are those of
    a document that only a person can try again."""

    import_id: int
    file: str
    sha256: str
    status: ImportStatus
    duplicate: bool
    error_code: str | None
    error: str | None
