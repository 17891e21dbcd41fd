"""The pages of an import's document as pictures, and the row of a line cut out of one."""

from __future__ import annotations

from sqlalchemy import Engine, select
from starlette.exceptions import HTTPException

from app.one_statement.paper import PaperShape, whole_row
from db.errors import TieoutError
from db.models import Import, Line, Statement
from db.session import read_only
from jobs.documents import document_of, still_there
from jobs.kept_documents import Documents
from pipeline.pages.picture import page_sizes
from pipeline.pages.sandbox.limited import run_limited
from pipeline.pages.sandbox.limits import chosen_limits
from pipeline.record.certificates import pages_in
from pipeline.words import Box


def drawn(
    engine: Engine,
    import_id: int,
    paper: PaperShape,
    documents: Documents,
    passwords: tuple[str, ...],
) -> tuple[PaperShape, str | None]:
    """The page with its size, and why it cannot be drawn, if the document cannot be had."""
    try:
        if paper.width:
            still_there(engine, import_id, documents)
            return paper, None
        _, intake = document_of(engine, import_id, documents)
        limits = chosen_limits()
        sizes = run_limited(page_sizes, intake.data, passwords, limits, limits=limits)
    except TieoutError as error:
        return paper, error.message()
    number = min(max(paper.number, 1), len(sizes))
    width, height = sizes[number - 1]
    return PaperShape(number, len(sizes), width, height), None


def place_of(engine: Engine, import_id: int, statement: int, ordinal: int) -> tuple[int, Box]:
    """The page of a line, and its whole row there, with a little around it.

    Raises ``HTTPException`` 404 if there is no such line.
    """
    with read_only(engine) as session:
        query = (
            select(Line)
            .join(Statement, Statement.id == Line.statement_id)
            .where(
                Statement.import_id == import_id,
                Statement.ordinal == statement - 1,
                Line.ordinal == ordinal,
            )
        )
        row = session.scalar(query)
        if row is None:
            raise HTTPException(404)
        document = session.get_one(Import, import_id).document
        box = Box(row.x0, row.top, row.x1, row.bottom)
        pages = pages_in(document.words) if document and document.words else ()
        if not 1 <= row.page <= len(pages):
            return row.page, box
        return row.page, whole_row(pages[row.page - 1], box, box.x0, box.x1)
