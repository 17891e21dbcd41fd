"""One statement: what differs, the ledger's side of it, its page, and the auditor's tables."""

import os
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import pipeline.proof
from app.access.rights import Right
from app.certificates import SUFFIX, certificates_recorded
from app.one_statement.opened import some_lines
from app.web.desk import desk
from app.web.forms import named
from app.web.pictures import picture_response
from app.web.receiving import FORM
from app.web.rendering import page
from app.web.routing import does, shows
from app.web.statement.after import after_page
from app.web.statement.decisions import attachment, decide, undo_page
from app.web.statement.facts import address_of, facts_of, place_of
from db.statements.notes import MAX_ATTACHED

#: They belong to the rules, and are kept once: beside the kernel.
TABLES: Final = ("months.json", "currencies.json", "labels.json")
_BESIDE_THE_KERNEL: Final = Path(pipeline.proof.__file__).parent


class StaticWithTables(StaticFiles):
    """The static files, and beside them the tables that the second checker reads."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if path in TABLES:
            file = _BESIDE_THE_KERNEL / path
            return str(file), file.stat()
        return super().lookup_path(path)


def certificate_of(request: Request) -> Response:
    """What proves a statement of an import, to be kept. Raises NoSuchImport."""
    import_id, number = named(request, "import_id"), named(request, "number")
    _, found = certificates_recorded(desk(request).engine, import_id)
    certificate = found[number - 1] if 0 < number <= len(found) else None
    if certificate is None:
        raise HTTPException(404)
    name = f"import-{import_id}-{number}{SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(certificate.text(), 200, headers, "application/json")


def review_page(request: Request) -> Response:
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
    return picture_response(request, named(request, "import_id"), named(request, "number"))


def strip_of(request: Request) -> Response:
    """The row of one line, cut out of its page."""
    import_id = named(request, "import_id")
    line = named(request, "statement"), named(request, "line")
    return picture_response(request, import_id, *place_of(desk(request).engine, import_id, *line))


_ONE: Final = "/imports/{import_id}"
ROUTES: Final = (
    shows(_ONE, review_page),
    shows(_ONE + "/panes", panes),
    shows(_ONE + "/lines", lines_page),
    # It is looked at, but only a person who may decide needs it, and it waits its turn to write.
    shows(_ONE + "/after", after_page, Right.DECIDE),
    shows(_ONE + "/pages/{number}.png", picture_of),
    shows(_ONE + "/lines/{statement}/{line}.png", strip_of),
    shows(_ONE + "/certificates/{number}", certificate_of),
    shows(_ONE + "/undo", undo_page, Right.DECIDE),
    shows(_ONE + "/notes/{note}", attachment),
    does(_ONE + "/note", decide, most_bytes=MAX_ATTACHED + FORM),
    does(_ONE + "/{decision}", decide),
)
