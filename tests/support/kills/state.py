"""The documents of the made-up months, and what bringing them in left in the database."""

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.models import Base, Document, Import, Line, Statement
from db.models.base import UtcDateTime
from db.session import read_only
from pipeline.words import DocumentPages, Page
from tests.support.books import pages_of
from tests.support.months import World, state_of
from tests.support.piles import rows_of_tables

#: Courier's letters are 0.6 of their size wide; those of `evals.typeset` are 5 points.
_SIZE = 5.0 / 0.6
_BASELINE = 2.0


def write_world(folder: Path, made: World) -> list[Path]:
    """A file for each document, and two that nobody can read; in the order of their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drafts in made.documents.items():
        (folder / name).write_bytes(drawn(pages_of(drafts), name))
    first = min(folder.iterdir()).read_bytes()
    (folder / "zz-cut-short.pdf").write_bytes(first[: len(first) // 2])
    (folder / "zz-no-statement.pdf").write_bytes(_letter())
    return sorted(folder.iterdir())


def drawn(document: DocumentPages, title: str) -> bytes:
    """The document as PDF; the title makes copies of it other bytes."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.setTitle(title)
    for page in document.pages:
        canvas.setPageSize((page.width, page.height))
        _draw(canvas, page)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Canvas, page: Page) -> None:
    canvas.setFont("Courier", _SIZE)
    for word in page.words:
        canvas.drawString(word.x0, page.height - word.bottom + _BASELINE, word.text)


def _letter() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.drawString(72, 700, "Dear customer, our opening hours change in May.")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


#: Numbers of rows, and the work that it took: who queued and tried it, how often, and when again.
_LEFT_OUT = frozenset(
    {
        "id", "document_id", "import_id", "statement_id", "account_id", "reconciliation_id",
        "attempts", "deaths", "options", "stage", "progress", "tries", "source_path", "waiting_for",
        "priority", "origin", "turn", "explained_by",
    }
)  # fmt: skip


def whole_state(engine: Engine) -> Mapping[str, str]:
    """A JSON text for each document by its name, and for what belongs to none of them."""
    with read_only(engine) as session:
        found = {
            row.source_name: _text(_document(session, row))
            for row in session.scalars(select(Import).order_by(Import.source_name))
        }
        return {**found, "(ledger)": state_of(session), "(rows)": _text(rows_of_tables(session))}


def _document(session: Session, row: Import) -> dict[str, Any]:
    document = session.get_one(Document, row.document_id)
    explaining = row.explained_by and session.get_one(Import, row.explained_by)
    statements = session.scalars(
        select(Statement).where(Statement.import_id == row.id).order_by(Statement.ordinal)
    )
    return {
        "import": _plain(row),
        "explained by": explaining and explaining.source_name,
        "document": _plain(document),
        "statements": [_statement(session, each) for each in statements],
    }


def _statement(session: Session, row: Statement) -> dict[str, Any]:
    lines = session.scalars(select(Line).where(Line.statement_id == row.id).order_by(Line.ordinal))
    return {**_plain(row), "lines": [_plain(line) for line in lines]}


def _plain(row: Base) -> dict[str, Any]:
    columns = row.__table__.columns
    kept = (each for each in columns if not isinstance(each.type, UtcDateTime))
    return {each.key: getattr(row, each.key) for each in kept if each.key not in _LEFT_OUT}


def _text(value: object) -> str:
    return json.dumps(value, indent=1, sort_keys=True, default=_shown)


def _shown(value: object) -> str:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else str(value)
