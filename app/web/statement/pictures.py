"""The pages of an import's document as pictures, and the row of a line cut out of one."""

from __future__ import annotations

from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from app.one_statement.paper import PaperShape, place_of_line
from app.web.statement.refused_text import refused_text
from db.errors import TieoutError
from db.session import read_only
from jobs.documents import document_of
from jobs.kept_documents import Documents
from pipeline.pages.picture import page_picture, page_sizes, row_picture
from pipeline.pages.sandbox.limited import run_limited
from pipeline.pages.sandbox.limits import chosen_limits
from pipeline.words import Box


def picture(
    engine: Engine, import_id: int, number: int, documents: Documents, passwords: tuple[str, ...]
) -> bytes:
    """A page as a PNG.

    Raises what `document_of` and `page_picture` raise.
    """
    _, intake = document_of(engine, import_id, documents)
    return run_limited(page_picture, intake.data, number, passwords, limits=chosen_limits())


def strip(
    engine: Engine,
    line: tuple[int, int, int],
    documents: Documents,
    passwords: tuple[str, ...],
) -> bytes:
    """A line's row as a PNG: the line by its import, its statement (from 1) and its ordinal.

    Raises what `picture` raises, and ``HTTPException`` 404 if there is no such line.
    """
    page, box = _place(engine, *line)
    _, intake = document_of(engine, line[0], documents)
    return run_limited(row_picture, intake.data, page, box, passwords, limits=chosen_limits())


def drawn(
    engine: Engine,
    import_id: int,
    paper: PaperShape,
    documents: Documents,
    passwords: tuple[str, ...],
) -> tuple[PaperShape, str | None]:
    """The page with its size, and why it cannot be drawn, if the document cannot be had."""
    try:
        _, intake = document_of(engine, import_id, documents)
        if paper.width:
            return paper, None
        limits = chosen_limits()
        sizes = run_limited(page_sizes, intake.data, passwords, limits, limits=limits)
    except TieoutError as error:
        return paper, refused_text(error)
    number = min(max(paper.number, 1), len(sizes))
    width, height = sizes[number - 1]
    return PaperShape(number, len(sizes), width, height), None


def _place(engine: Engine, import_id: int, statement: int, ordinal: int) -> tuple[int, Box]:
    """The page of a line, and its whole row there."""
    with read_only(engine) as session:
        found = place_of_line(session, import_id, statement, ordinal)
    if found is None:
        raise HTTPException(404)
    return found
