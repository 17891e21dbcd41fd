"""The JSON of `tieout read`: an interface, documented in docs/read-json.md and docs/schemas.

A name is never renamed and never leaves; new ones may come.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from app.shapes.hypotheses import HypothesisShape, hypothesis_shapes
from app.shapes.objections import ObjectionShape, objection_shapes
from app.shapes.writing import Versioned, shaped
from db.words import AccountKind, ReadingStatus
from pipeline.drafts import StatementDraft
from pipeline.intake.history import History
from pipeline.proof import Check
from pipeline.words import Box

if TYPE_CHECKING:
    from pipeline.reading.from_bytes import DocumentReading


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentShape:
    """The file itself; ``seconds`` is the time that reading took. It and ``readings_tried`` are
    null for what was read earlier and recorded."""

    sha256: str
    pages: int
    encrypted: bool
    engine: str
    seconds: float | None
    readings_tried: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShape:
    """One row; ``bbox`` is left, top, right, bottom in points from the page's top-left corner."""

    ordinal: int
    page: int
    bbox: Box
    date: datetime.date | None
    value_date: datetime.date | None
    description: str
    amount: Decimal
    balance: Decimal | None
    raw: str
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsShape:
    """What the page says of one account over one period, its lines apart."""

    institution: str | None
    account_name: str | None
    account_mask: str | None
    kind: AccountKind
    currency: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    opening_balance: Decimal | None
    closing_balance: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementShape(FactsShape):
    """One statement, whether the page's own arithmetic proves it, what that cannot see, and what
    the reader objects."""

    status: ReadingStatus
    checks: tuple[Check, ...]
    hypotheses: tuple[HypothesisShape, ...]
    objections: tuple[ObjectionShape, ...]
    lines: tuple[LineShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadShape(Versioned):
    """All that `tieout read --json` prints; ``history`` is null where a file says nothing of it."""

    document: DocumentShape
    history: History | None
    statements: tuple[StatementShape, ...]
    warnings: tuple[str, ...]


def read_shape(document: DocumentReading) -> ReadShape:
    """The whole answer for one document."""
    reading = document.reading
    seconds = round(float(document.seconds), 3)
    return shaped(
        ReadShape,
        document,
        document=shaped(
            DocumentShape, document, seconds=seconds, readings_tried=reading.readings_tried
        ),
        statements=tuple(statement_shape(draft) for draft in reading.statements),
        warnings=reading.warnings,
    )


def statement_shape(draft: StatementDraft) -> StatementShape:
    """One statement, its money with as many decimals as its currency has."""
    lines = tuple(shaped(LineShape, line, draft.exponent) for line in draft.lines)
    return shaped(
        StatementShape,
        draft,
        draft.exponent,
        lines=lines,
        hypotheses=hypothesis_shapes(draft.shown),
        objections=objection_shapes(draft.objections),
    )


def is_proven(statement: StatementShape) -> bool:
    """Whether the page's own arithmetic proves the statement."""
    return statement.status is ReadingStatus.PROVEN
