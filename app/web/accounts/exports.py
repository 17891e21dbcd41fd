"""An account's entries as a file, sent as it is made."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.exports.entries import entry_file
from app.exports.kinds import Kind
from app.web.desk import desk
from app.web.forms import named, one_of


def entries_file(request: Request) -> Response:
    """All entries of an account, in the form that the address ends in."""
    kind = one_of({each.value: each for each in Kind}, request.path_params["kind"])
    made = entry_file(desk(request).engine, named(request, "account_id"), kind)
    headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
    return StreamingResponse(made.parts, media_type=made.media_type, headers=headers)
