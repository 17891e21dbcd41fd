"""One statement: what differs, the ledger's side of it, and the page on which it stands."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.one_statement.opened import some_lines
from app.web.desk import desk
from app.web.forms import named
from app.web.pictures.answer import picture_response
from app.web.rendering import page
from app.web.statement.asked import address_of
from app.web.statement.facts import facts_of
from app.web.statement.pictures import place_of


def review_page(request: Request) -> Response:
    """The whole page."""
    address = address_of(request, named(request, "import_id"))
    return page(request, "statement/review.html", **facts_of(request, address))


def panes(request: Request) -> Response:
    """The ledger's side and the page alone, for a script that puts them in their places."""
    address = address_of(request, named(request, "import_id"))
    return page(request, "statement/panes.html", **facts_of(request, address))


def lines_page(request: Request) -> Response:
    """A hundred of the statement's lines; for a script without the frame of the site."""
    address = address_of(request, named(request, "import_id"))
    found = some_lines(desk(request).engine, address.import_id, address.asked)
    if found is None:
        raise HTTPException(404)
    alone = request.query_params.get("part") == "1"
    template = "statement/lines_part.html" if alone else "statement/lines.html"
    return page(request, template, address=address, found=found)


def picture_of(request: Request) -> Response:
    """One page of the document."""
    return picture_response(request, named(request, "import_id"), named(request, "number"))


def strip_of(request: Request) -> Response:
    """The row of one line, cut out of its page."""
    import_id = named(request, "import_id")
    line = named(request, "statement"), named(request, "line")
    return picture_response(request, import_id, *place_of(desk(request).engine, import_id, *line))
