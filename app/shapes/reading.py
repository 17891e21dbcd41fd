"""The JSON of `tieout read`: an interface, documented in docs/read-json.md and held by a test.

Money is a decimal string in the holder's sign, a date is ISO, and null is what the page does not
say. A name is never renamed and never leaves; new ones may come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from app.shapes.writing import edges, iso, money
from db.money import to_decimal_string
from pipeline.drafts import Line, StatementDraft
from pipeline.intake.history import History
from pipeline.proof.checks import Check

if TYPE_CHECKING:
    from pipeline.reading.from_bytes import DocumentReading


class DocumentShape(TypedDict):
    """The file itself; ``seconds`` is the time that reading took."""

    sha256: str
    pages: int
    encrypted: bool
    engine: str
    seconds: float
    readings_tried: int


class CheckShape(TypedDict):
    """One named test: `passed`, `failed` or `unavailable`, with its figures."""

    name: str
    state: str
    expected: str | None
    found: str | None
    detail: str


class LineShape(TypedDict):
    """One row; ``bbox`` is left, top, right, bottom in points from the page's top-left corner."""

    ordinal: int
    page: int
    bbox: list[float]
    date: str | None
    value_date: str | None
    description: str
    amount: str
    balance: str | None
    raw: str
    method: str


class FactsShape(TypedDict):
    """What the page says of one account over one period, its lines apart."""

    institution: str | None
    account_name: str | None
    account_mask: str | None
    kind: str
    currency: str | None
    period_start: str | None
    period_end: str | None
    opening_balance: str | None
    closing_balance: str | None


class StatementShape(FactsShape):
    """One statement, and whether the page's own arithmetic proves it."""

    status: str
    checks: list[CheckShape]
    lines: list[LineShape]


class HistoryShape(TypedDict):
    """What a file says of itself; none of it is proven."""

    producer: str | None
    creator: str | None
    revisions: int
    signatures: int
    notes: int
    embedded: list[str]


class ReadShape(TypedDict):
    """All that `tieout read --json` prints; ``history`` is null where a file says nothing of it."""

    document: DocumentShape
    history: HistoryShape | None
    statements: list[StatementShape]
    warnings: list[str]


def read_shape(document: DocumentReading) -> ReadShape:
    """The whole answer for one document."""
    return ReadShape(
        document=_document(document),
        history=_history(document.history),
        statements=[statement_shape(statement) for statement in document.reading.statements],
        warnings=list(document.reading.warnings),
    )


def _history(history: History | None) -> HistoryShape | None:
    if history is None:
        return None
    return HistoryShape(
        producer=history.producer,
        creator=history.creator,
        revisions=history.revisions,
        signatures=history.signatures,
        notes=history.notes,
        embedded=list(history.embedded),
    )


def statement_shape(draft: StatementDraft) -> StatementShape:
    """One statement, its money written with as many decimals as its currency has."""
    return StatementShape(
        **facts_shape(draft),
        status=draft.status.value,
        checks=[check_shape(check) for check in draft.checks],
        lines=[line_shape(line, draft.exponent) for line in draft.lines],
    )


def facts_shape(draft: StatementDraft) -> FactsShape:
    """All of a statement but its lines and checks."""
    return FactsShape(
        institution=draft.institution,
        account_name=draft.account_name,
        account_mask=draft.account_mask,
        kind=draft.kind.value,
        currency=draft.currency,
        period_start=iso(draft.period_start),
        period_end=iso(draft.period_end),
        opening_balance=money(draft.opening_balance, draft.exponent),
        closing_balance=money(draft.closing_balance, draft.exponent),
    )


def check_shape(check: Check) -> CheckShape:
    """A check as it is; its figures are text already."""
    return CheckShape(
        name=check.name,
        state=check.state.value,
        expected=check.expected,
        found=check.found,
        detail=check.detail,
    )


def _document(document: DocumentReading) -> DocumentShape:
    return DocumentShape(
        sha256=document.sha256,
        pages=document.pages,
        encrypted=document.encrypted,
        engine=document.engine,
        seconds=round(float(document.seconds), 3),
        readings_tried=document.reading.readings_tried,
    )


def line_shape(line: Line, exponent: int) -> LineShape:
    """A line, its money written in its statement's currency."""
    return LineShape(
        ordinal=line.ordinal,
        page=line.page,
        bbox=edges(line.bbox),
        date=iso(line.date),
        value_date=iso(line.value_date),
        description=line.description,
        amount=to_decimal_string(line.amount, exponent),
        balance=money(line.balance, exponent),
        raw=line.raw,
        method=line.method,
    )
