"""The JSON of `tieout review`: what waits for a person, documented in docs/other-json.md."""

from __future__ import annotations

from typing import TypedDict

from app.shapes.imports import DifferenceShape, difference_shape
from app.shapes.reading import CheckShape, FactsShape, LineShape, facts_shape, line_shape
from db import models
from pipeline.record.as_json import difference_from
from pipeline.record.drafts import draft_of, is_of_this_kernel


class PairedLineShape(LineShape):
    """A line and the ids of the entries that it was paired with; none if it has no entry."""

    entries: list[int]


class ReviewedShape(FactsShape):
    """One statement with all that a person needs to judge it.

    ``kernel_version`` says which kernel proved it; null is an earlier version of tieout.
    """

    ordinal: int
    account_id: int | None
    account: str | None
    reading: str
    verdict: str
    kernel_version: int | None
    checks: list[CheckShape]
    differences: list[DifferenceShape]
    lines: list[PairedLineShape]


class ReviewShape(TypedDict):
    """One import; a failed one has an error and no statements. ``warnings`` are what its reader
    has to say of the document."""

    import_id: int
    file: str
    sha256: str | None
    status: str
    error_code: str | None
    error: str | None
    warnings: list[str]
    statements: list[ReviewedShape]


def review_shape(work: models.Import, results: list[models.Reconciliation]) -> ReviewShape:
    """An import with the results of its statements, in their order."""
    return ReviewShape(
        import_id=work.id,
        file=work.source_name,
        sha256=work.document.sha256 if work.document else None,
        status=work.status.value,
        error_code=work.error_code,
        error=work.error_message,
        warnings=(work.document.warnings or []) if work.document else [],
        statements=[_statement(result) for result in results],
    )


def _statement(result: models.Reconciliation) -> ReviewedShape:
    statement, draft = result.statement, draft_of(result.statement)
    found = [difference_from(stored) for stored in result.differences]
    entries = _entries(result)
    return ReviewedShape(
        **facts_shape(draft),
        ordinal=statement.ordinal,
        account_id=statement.account_id,
        account=statement.account.name if statement.account else None,
        reading=(draft if is_of_this_kernel(statement) else statement).status.value,
        verdict=result.verdict.value,
        kernel_version=statement.kernel_version,
        checks=result.proof,
        differences=[difference_shape(each, draft.exponent) for each in found],
        lines=[
            PairedLineShape(**line_shape(line, draft.exponent), entries=entries[line.ordinal])
            for line in draft.lines
        ],
    )


def _entries(result: models.Reconciliation) -> dict[int, list[int]]:
    """The ids of the entries that each line was paired with, by the line's ordinal."""
    ordinals = {line.id: line.ordinal for line in result.statement.lines}
    paired: dict[int, list[int]] = {ordinal: [] for ordinal in ordinals.values()}
    for match in result.matches:
        paired[ordinals[match.line_id]].append(match.transaction_id)
    return paired
