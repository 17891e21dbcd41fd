"""The JSON of `tieout read --to json`, which all other exports are made of too.

The same objects as `tieout read --json` prints, each with the name of its file and its statements
with their numbers. Documented in docs/how-to/export-rows.md and docs/schemas, and held by a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from app.shapes.reading import DocumentShape, StatementShape, read_shape
from app.shapes.writing import by_name

if TYPE_CHECKING:
    from pipeline.reading.from_bytes import DocumentReading


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedStatement(StatementShape):
    """A statement, with its place among those of its document, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedDocument:
    """A document under the name it goes by."""

    file: str
    document: DocumentShape
    statements: tuple[ExportedStatement, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportShape:
    """All that a file of JSON holds; the version is counted like `SCHEMA_VERSION`."""

    version: Literal[1] = 1
    documents: tuple[ExportedDocument, ...]


def exported_document(name: str, read: DocumentReading) -> ExportedDocument:
    """What was read of the document of that name."""
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
