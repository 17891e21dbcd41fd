"""A whole file with the recorded rows of an import."""

from __future__ import annotations

from sqlalchemy import Engine, select

from app.errors import NoSuchStatement
from app.exports.kinds import Kind, file_bytes, require
from app.shapes.reading import DocumentShape, ExportedDocument, ExportedStatement, statement_shape
from app.shapes.writing import by_name
from db.models import Document, Statement
from db.session import read_only
from db.statements.pages import NoSuchImport, import_of
from pipeline.record.drafts import draft_of


def rows_of(engine: Engine, import_id: int, kind: Kind, number: int | None = None) -> bytes:
    """A whole file with the import's rows; of its statement of that number alone, if named.

    Raises ``NoSuchImport``, ``NoSuchStatement``, ``XlsxMissing`` and ``TooManyRows``.
    """
    require(kind)
    return file_bytes(kind, [_recorded(engine, import_id, number)])


def _recorded(engine: Engine, import_id: int, number: int | None) -> ExportedDocument:
    query = select(Statement).where(Statement.import_id == import_id).order_by(Statement.ordinal)
    if number is not None:
        query = query.where(Statement.ordinal == number - 1)
    with read_only(engine) as session:
        work = import_of(session, import_id)
        if work.document is None:
            raise NoSuchImport(import_id=import_id)
        statements = tuple(map(_recorded_statement, session.scalars(query)))
        if number is not None and not statements:
            raise NoSuchStatement(import_id=import_id, number=number)
        return ExportedDocument(
            file=work.source_name,
            document=_document(work.document),
            statements=statements,
            warnings=tuple(work.document.warnings or ()),
        )


def _document(row: Document) -> DocumentShape:
    return DocumentShape(
        sha256=row.sha256,
        pages=row.pages or 0,
        encrypted=bool(row.encrypted),
        engine=row.engine or "",
        seconds=None,
        readings_tried=None,
    )


def _recorded_statement(row: Statement) -> ExportedStatement:
    shape = statement_shape(draft_of(row))
    return ExportedStatement(**by_name(shape), number=row.ordinal + 1)
