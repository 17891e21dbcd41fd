"""The JSON of `tieout read` and its exports: an interface, documented in docs/read-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from app.shapes.writing import JsonShape, Versioned, by_name, shaped
from db.words import AccountKind, OtherDocument, ReadingStatus
from pipeline.drafts import ShownHypothesis, StatementDraft
from pipeline.pages.contents import History
from pipeline.proof import Check, Objection
from pipeline.words import Box

if TYPE_CHECKING:
    from pipeline.claims import About
    from pipeline.reading.from_bytes import DocumentReading


class HypothesisShape(JsonShape):
    """One hypothesis. ``source`` is what settles it, `assumed` if nothing does; ``printed`` are the
    words of the page that state it, ``detail`` why sources that disagree settle nothing."""

    name: str
    value: str
    source: str
    printed: str
    detail: str


def hypothesis_shapes(found: Iterable[ShownHypothesis]) -> tuple[HypothesisShape, ...]:
    return tuple(shaped(HypothesisShape, each) for each in found)


class ObjectionShape(JsonShape):
    """One objection; ``incomplete``: some of the statement may be missing, so that its days are not
    locked by its own word."""

    code: str
    detail: str
    incomplete: bool


def objection_shapes(found: Iterable[Objection]) -> tuple[ObjectionShape, ...]:
    return tuple(shaped(ObjectionShape, each) for each in found)


class ReasonShape(JsonShape):
    """Why a statement is not matched. ``kind`` is `check`, `hypothesis` or `objection`, and
    ``name`` which; ``text`` says it in one sentence, with ``detail`` where there are figures.
    ``remedy`` is what helps, ``act`` its name; ``command``, ``place`` and ``call`` are where it is
    done: in a terminal, on the pages, over HTTP."""

    kind: Literal["check", "hypothesis", "objection"]
    name: str
    text: str
    detail: str
    remedy: str
    act: str
    command: str
    place: str
    call: str


class ExplainedStatementShape(JsonShape):
    """One statement of an import, from 1, and all that keeps it from being matched."""

    number: int
    account_id: int | None
    account: str | None
    state: str
    reasons: tuple[ReasonShape, ...]


class ExplainedShape(Versioned):
    """Why the statements of an import are not matched."""

    import_id: int
    file: str
    statements: tuple[ExplainedStatementShape, ...]


class DocumentShape(JsonShape):
    """The file itself; ``seconds`` is the time that reading took. It and ``readings_tried`` are
    null for what was read earlier and recorded."""

    sha256: str
    pages: int
    encrypted: bool
    engine: str
    seconds: float | None
    readings_tried: int | None


class LineShape(JsonShape):
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


class FactsShape(JsonShape):
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


class StatementShape(FactsShape):
    """One statement, whether the page's own arithmetic proves it, what that cannot see, and what
    the reader objects."""

    status: ReadingStatus
    checks: tuple[Check, ...]
    hypotheses: tuple[HypothesisShape, ...]
    objections: tuple[ObjectionShape, ...]
    lines: tuple[LineShape, ...]


class ReadShape(Versioned):
    """All that `tieout read --json` prints; ``history`` is null where a file says nothing of it."""

    document: DocumentShape
    history: History | None
    statements: tuple[StatementShape, ...]
    warnings: tuple[str, ...]


def read_shape(document: DocumentReading) -> ReadShape:
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


class AboutShape(JsonShape):
    """Its type, and one sentence if a model was asked; ``by`` names the model, null is what its
    heading says. Nothing proves it."""

    type: OtherDocument
    summary: str
    by: str | None


def about_shape(about: About | None) -> AboutShape | None:
    return None if about is None else shaped(AboutShape, about)


class ExportedStatement(StatementShape):
    """A statement, with its place among those of its document, counted from 1."""

    number: int


class ExportedDocument(JsonShape):
    """A document under the name it goes by."""

    file: str
    document: DocumentShape
    statements: tuple[ExportedStatement, ...]
    warnings: tuple[str, ...]


class ExportShape(JsonShape):
    """All that a file of JSON holds; the version is counted like `SCHEMA_VERSION`."""

    version: Literal[1] = 1
    documents: tuple[ExportedDocument, ...]


def exported_document(name: str, read: DocumentReading) -> ExportedDocument:
    shape = read_shape(read)
    return ExportedDocument(
        file=name,
        document=shape.document,
        statements=tuple(
            ExportedStatement(**by_name(statement), number=number)
            for number, statement in enumerate(shape.statements, start=1)
        ),
        warnings=shape.warnings,
    )


def with_statements(
    document: ExportedDocument, statements: Sequence[ExportedStatement]
) -> ExportedDocument:
    """The document with these of its statements only."""
    return replace(document, statements=tuple(statements))
