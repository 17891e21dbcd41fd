"""Undoes an import from its own page: what it would come to is shown first."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from app.acts import imports as acts
from app.texts import past as texts_past
from app.web.desk import desk
from app.web.forms import field, named
from app.web.guard import person
from app.web.rendering import page
from db.imports import import_of
from db.session import read_only


def undo_page(request: Request) -> Response:
    """What would be put back, and what could not be."""
    number, of = named(request, "import_id"), field(request.query_params, "sha256")
    engine, actor = desk(request).engine, person(request)
    undone = acts.undo(engine, number, dry_run=True, of=of, actor=actor)
    with read_only(engine) as session:
        file = import_of(session, number).source_name
    template = "statement/undo.html"
    return page(request, template, undone=undone, file=file, sha256=of, past=texts_past)


def undone_page(request: Request, number: int, of: str) -> Response:
    """Undo it, and show what was put back."""
    engine, actor = desk(request).engine, person(request)
    undone = acts.undo(engine, number, dry_run=False, of=of, actor=actor)
    return page(request, "statement/undone.html", undone=undone, past=texts_past)
