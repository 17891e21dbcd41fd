"""The JSON of `tieout import`: one record per document, documented in docs/import-json.md.

Money is a decimal string in the holder's sign, a date is ISO, and null is what nobody knows.
"""

from __future__ import annotations

from typing import TypedDict

from app.shapes.reading import CheckShape, FactsShape, check_shape, facts_shape
from app.shapes.writing import edges, iso, money
from jobs.options import ImportOutcome
from pipeline.matching.shapes import Difference, Evidence
from pipeline.results import StatementResult


class EvidenceShape(TypedDict):
    """Where on the document a figure stands; ``bbox`` as in `app.shapes.reading`."""

    page: int
    bbox: list[float]
    raw: str


class DifferenceShape(TypedDict):
    """One disagreement; ``expected`` is the statement's figure, ``found`` the ledger's."""

    kind: str
    reason: str
    date: str | None
    description: str
    expected: str | None
    found: str | None
    lines: list[int]
    entries: list[int]
    counterpart: int | None
    evidence: list[EvidenceShape]


class TiedStatementShape(FactsShape):
    """One statement and what came of holding it against the ledger; ``cost`` is in US dollars."""

    ordinal: int
    account_id: int | None
    account: str | None
    line_count: int
    reading: str
    verdict: str
    checks: list[CheckShape]
    differences: list[DifferenceShape]
    model: str | None
    format: str | None
    model_status: str | None
    turns: int
    tokens: int
    tokens_in: int
    tokens_out: int
    cost: str | None
    extraction_skipped: bool


class ImportShape(TypedDict):
    """One document."""

    file: str
    sha256: str | None
    status: str
    import_id: int | None
    error_code: str | None
    error: str | None
    seconds: float
    statements: list[TiedStatementShape]
    warnings: list[str]


def import_shape(outcome: ImportOutcome) -> ImportShape:
    """The record of one document; a failed or known one has no statements."""
    document = outcome.document
    return ImportShape(
        file=outcome.name,
        sha256=outcome.sha256,
        status=outcome.status.value,
        import_id=outcome.import_id,
        error_code=outcome.error_code,
        error=outcome.message,
        seconds=round(outcome.seconds, 3),
        statements=[_statement(result) for result in document.statements] if document else [],
        warnings=list(document.warnings) if document else [],
    )


def difference_shape(difference: Difference, exponent: int) -> DifferenceShape:
    """A difference with its figures written in the statement's currency."""
    return DifferenceShape(
        kind=difference.kind.value,
        reason=difference.reason.value,
        date=iso(difference.date),
        description=difference.description,
        expected=money(difference.expected, exponent),
        found=money(difference.found, exponent),
        lines=list(difference.lines),
        entries=list(difference.entries),
        counterpart=difference.counterpart,
        evidence=[_evidence(each) for each in difference.evidence],
    )


def _statement(result: StatementResult) -> TiedStatementShape:
    draft, use = result.draft, result.use
    return TiedStatementShape(
        **facts_shape(draft),
        ordinal=result.ordinal,
        account_id=result.account_id,
        account=result.account_name,
        line_count=len(draft.lines),
        reading=draft.status.value,
        verdict=result.verdict.value,
        checks=[check_shape(check) for check in result.proof.checks],
        differences=[difference_shape(each, draft.exponent) for each in result.proof.differences],
        model=use.model,
        format=use.format,
        model_status=use.status,
        turns=use.turns,
        tokens=use.tokens_in + use.tokens_out,
        tokens_in=use.tokens_in,
        tokens_out=use.tokens_out,
        cost=None if use.cost is None else f"{use.cost:f}",
        extraction_skipped=result.extraction_skipped,
    )


def _evidence(evidence: Evidence) -> EvidenceShape:
    return EvidenceShape(page=evidence.page, bbox=edges(evidence.bbox), raw=evidence.raw)
