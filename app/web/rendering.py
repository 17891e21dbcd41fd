"""Makes a page from its template: what every template knows, and what none can forget."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app import texts, texts_web, wording
from app.language import _, counted
from app.web.books.addresses import prefix_here
from app.web.books.chooser import chooser
from app.web.books.links import BookLinks, at
from db.visible import visible

#: The rail: what each room is called there, and where it is.
RAIL: Final = (
    ("/", "To do"),
    ("/statements", "Statements"),
    ("/accounts", "Accounts"),
    ("/coverage", "Coverage"),
    ("/history", "History"),
    ("/work", "Work"),
)


def _finished(value: object) -> object:
    """Whatever a template puts out, so that none can forget it; Markup is a template's own."""
    return visible(value) if type(value) is str else value


templates: Final = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finished,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[BookLinks],
)
templates.globals.update(at=at, chooser=chooser, prefix_here=prefix_here)
templates.globals.update(_=_, counted=counted, t=texts_web, texts=texts, wording=wording, rail=RAIL)


def page(request: Request, template: str, status: int = 200, **facts: object) -> Response:
    """A page from its template, for whoever asked."""
    here = request.url.path
    text = templates.get_template(template).render(here=here, request=request, **facts)
    return HTMLResponse(text, status)
