"""The pages of an import's document as pictures, and the row of a line cut out of one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from app.one_statement.paper import PaperShape, place_of_line
from app.web.pictures.drawing import sizes_of_pages
from app.web.refused_text import refused_text
from db.errors import TieoutError
from db.session import read_only
from jobs.documents import Wanted, be_there, document_of
from jobs.kept_documents import Documents
from pipeline.words import Box

_AROUND: Final = 1.0  # points; with more there are halves of other rows in it


def drawn(
    engine: Engine,
    import_id: int,
    paper: PaperShape,
    document: Wanted | None,
    documents: Documents,
    passwords: tuple[str, ...],
) -> tuple[PaperShape, str | None]:
    """The page of the import's ``document`` with its size, and why it cannot be drawn, if the
    document cannot be had. Raises ``HTTPException`` 503 while many look at such documents."""
    try:
        if paper.width and document is not None:
            be_there(engine, document, documents)
            return paper, None
        _, intake = document_of(engine, import_id, documents)
        sizes = sizes_of_pages(engine, import_id, intake, passwords)
    except TieoutError as error:
        return paper, refused_text(error)
    number = min(max(paper.number, 1), len(sizes))
    width, height = sizes[number - 1]
    return PaperShape(number, len(sizes), width, height), None


def place_of(
    engine: Engine, import_id: int, statement: int, ordinal: int
) -> tuple[int, tuple[float, float, float, float]]:
    """The page of a line, and its whole row there with a little around it; the line by its
    statement (from 1) and its ordinal.

    Raises ``HTTPException`` 404 if there is no such line.
    """
    page, (left, top, right, bottom) = _place(engine, import_id, statement, ordinal)
    return page, (left, top - _AROUND, right, bottom + _AROUND)


def _place(engine: Engine, import_id: int, statement: int, ordinal: int) -> tuple[int, Box]:
    with read_only(engine) as session:
        found = place_of_line(session, import_id, statement, ordinal)
    if found is None:
        raise HTTPException(404)
    return found
