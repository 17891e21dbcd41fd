"""The JSON of `tieout read --to json`, which all other exports are made of too.

The same objects as `tieout read --json` prints, each with the name of its file and its statements
with their numbers. Documented in docs/how-to/export-rows.md and held by a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypedDict

from app.shapes.reading import DocumentShape, StatementShape, read_shape

if TYPE_CHECKING:
    from pipeline.reading.from_bytes import DocumentReading

#: Counted up only if a name changes its meaning; a new name does not count.
VERSION: Final = 1


class ExportedStatement(StatementShape):
    """A statement, with its place among those of its document, counted from 1."""

    number: int


class ExportedDocument(TypedDict):
    """A document under the name it goes by."""

    file: str
    document: DocumentShape
    statements: list[ExportedStatement]
    warnings: list[str]


class ExportShape(TypedDict):
    """All that a file of JSON holds."""

    version: int
    documents: list[ExportedDocument]


def exported_document(name: str, read: DocumentReading) -> ExportedDocument:
    """What was read of the document of that name."""
    shape = read_shape(read)
    return ExportedDocument(
        file=name,
        document=shape["document"],
        statements=[
            ExportedStatement(**statement, number=number)
            for number, statement in enumerate(shape["statements"], start=1)
        ],
        warnings=shape["warnings"],
    )


def export_shape(documents: Sequence[ExportedDocument]) -> ExportShape:
    """The documents with the version of their shape."""
    return ExportShape(version=VERSION, documents=list(documents))


def is_proven(statement: StatementShape) -> bool:
    """Whether the page's own arithmetic proves the statement."""
    return statement["status"] == "proven"


def with_statements(
    document: ExportedDocument, statements: Sequence[ExportedStatement]
) -> ExportedDocument:
    """The document with these of its statements only."""
    return ExportedDocument(
        file=document["file"],
        document=document["document"],
        statements=list(statements),
        warnings=document["warnings"],
    )
