"""The JSON of `tieout review`: what waits for a person, documented in docs/other-json.md."""

from __future__ import annotations

from typing import TypedDict

from app.shapes.imports import DifferenceShape, difference_shape
from app.shapes.reading import CheckShape, LineShape
from app.shapes.writing import edges, iso, money
from db import models
from db.money import to_decimal_string
from pipeline.pages.words import Box
from pipeline.stored import difference_from


class PairedLineShape(LineShape):
    """A line and the ids of the entries that it was paired with; none if it has no entry."""

    entries: list[int]


class ReviewedShape(TypedDict):
    """One statement with all that a person needs to judge it."""

    ordinal: int
    institution: str | None
    account_name: str | None
    account_mask: str | None
    account_id: int | None
    account: str | None
    currency: str | None
    period_start: str | None
    period_end: str | None
    opening_balance: str | None
    closing_balance: str | None
    reading: str
    verdict: str
    checks: list[CheckShape]
    differences: list[DifferenceShape]
    lines: list[PairedLineShape]


class ReviewShape(TypedDict):
    """One import; a failed one has an error and no statements."""

    import_id: int
    file: str
    status: str
    error_code: str | None
    error: str | None
    statements: list[ReviewedShape]


def review_shape(work: models.Import, results: list[models.Reconciliation]) -> ReviewShape:
    """An import with the results of its statements, in their order."""
    return ReviewShape(
        import_id=work.id,
        file=work.source_name,
        status=work.status.value,
        error_code=work.error_code,
        error=work.error_message,
        statements=[_statement(result) for result in results],
    )


def _statement(result: models.Reconciliation) -> ReviewedShape:
    statement = result.statement
    entries = _entries(result)
    return ReviewedShape(
        ordinal=statement.ordinal,
        institution=statement.institution,
        account_name=statement.account_name,
        account_mask=statement.account_mask,
        account_id=statement.account_id,
        account=statement.account.name if statement.account else None,
        currency=statement.currency,
        period_start=iso(statement.period_start),
        period_end=iso(statement.period_end),
        opening_balance=money(statement.opening_minor, statement.exponent),
        closing_balance=money(statement.closing_minor, statement.exponent),
        reading=statement.status.value,
        verdict=result.verdict.value,
        checks=result.proof,
        differences=[
            difference_shape(difference_from(stored), statement.exponent)
            for stored in result.differences
        ],
        lines=[_line(line, statement.exponent, entries) for line in statement.lines],
    )


def _entries(result: models.Reconciliation) -> dict[int, list[int]]:
    paired: dict[int, list[int]] = {}
    for match in result.matches:
        paired.setdefault(match.line_id, []).append(match.transaction_id)
    return paired


def _line(line: models.Line, exponent: int, paired: dict[int, list[int]]) -> PairedLineShape:
    return PairedLineShape(
        ordinal=line.ordinal,
        page=line.page,
        bbox=edges(Box(line.x0, line.top, line.x1, line.bottom)),
        date=iso(line.booked_on),
        value_date=iso(line.value_on),
        description=line.description,
        amount=to_decimal_string(line.amount_minor, exponent),
        balance=money(line.balance_minor, exponent),
        raw=line.raw,
        method=line.method,
        entries=paired.get(line.id, []),
    )
