"""What waits, as the first page of the site."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.queries.todo import WantedToDo, accounts_to_choose, to_do
from app.queries.work import still_open
from app.shapes.todo import Group
from app.texts import todo as texts_todo
from app.web.desk import desk
from app.web.forms import number_asked_for
from app.web.rendering import page
from app.wording.language import _

#: More than any name has, and little enough to look for.
_MOST_OF_A_SEARCH: Final = 100


def to_do_page(request: Request) -> Response:
    """What needs a person, by what it needs."""
    engine, wanted = desk(request).engine, _wanted(request)
    found = to_do(engine, wanted)
    return page(
        request,
        "todo/waiting.html",
        found=found,
        waits=found.waiting,
        wanted=wanted,
        accounts=accounts_to_choose(engine),
        still=still_open(engine),
        said=_(texts_todo.DONE.get(request.query_params.get("said", ""), "")),
        carries_out=desk(request).carries_out,
        groups=tuple(Group),
        todo=texts_todo,
    )


def _wanted(request: Request) -> WantedToDo:
    asked = request.query_params
    return WantedToDo(
        group=_group(asked.get("need", "")),
        account_id=number_asked_for(asked.get("account", "")),
        text=asked.get("q", "").strip()[:_MOST_OF_A_SEARCH],
        after=asked.get("after") or None,
    )


def _group(text: str) -> Group | None:
    if text and text not in list(Group):
        raise HTTPException(404)
    return Group(text) if text else None
