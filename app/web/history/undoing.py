"""Undoes from a row of the log: what it would come to is shown first."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts.undoable import foresee, undo_act
from app.shapes.writing import by_name
from app.texts import past as texts_past
from app.texts.account_pages import KINDS
from app.web.desk import desk
from app.web.forms import field, named
from app.web.guard import person
from app.web.rendering import page


def undo_page(request: Request) -> Response:
    """What would be put back, and what could not be."""
    found = foresee(desk(request).engine, named(request, "act"))
    return page(
        request, "history/undo.html", found=found, past=texts_past, by_name=by_name, kinds=KINDS
    )


async def undo_now(request: Request) -> Response:
    """A person's yes to that."""
    number, actor = named(request, "act"), person(request)
    async with request.form() as form:
        seen = field(form, "seen")
    await run_in_threadpool(undo_act, desk(request).engine, number, seen, actor)
    return RedirectResponse("/history?said=undone", 303)
