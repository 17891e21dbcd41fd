"""A person's yes, no or undo, as a form of the page says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app import acts
from app.suggestions import take_suggested
from app.web.desk import desk
from app.web.forms import field, named, numbers, one_of
from app.web.guard import person
from app.web.rendering import page

Decision = Callable[[Request, int, FormData], Response]
_MOST_FIELDS: Final = 100_000


async def decide(request: Request) -> Response:
    """What a person decided; afterwards the import as it stands then."""
    decided = one_of(_DECISIONS, request.path_params["decision"])
    async with request.form(max_fields=_MOST_FIELDS) as form:
        return await run_in_threadpool(decided, request, named(request, "import_id"), form)


def _accept(request: Request, number: int, form: FormData) -> Response:
    only, seen = numbers(form, "only"), field(form, "seen")
    if not only:
        return _back_to(number, "nothing")
    engine, actor = desk(request).engine, person(request)
    acts.accept(engine, number, only, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, "accepted")


def _reject(request: Request, number: int, form: FormData) -> Response:
    reason, seen = field(form, "reason"), field(form, "seen")
    acts.reject(desk(request).engine, number, reason, seen=seen, actor=person(request))
    return _back_to(number, "rejected")


def _refresh(request: Request, number: int, _form: FormData) -> Response:
    left = acts.propose_again(desk(request).engine, number)
    return _back_to(number, "refreshed" if left else "settled")


def _suggested(request: Request, number: int, form: FormData) -> Response:
    only, seen = numbers(form, "only"), field(form, "seen")
    if len(only) != 1:
        return _back_to(number, "nothing")
    engine, actor = desk(request).engine, person(request)
    take_suggested(engine, number, only, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, "taken")


def _undo(request: Request, number: int, form: FormData) -> Response:
    of, engine = field(form, "sha256"), desk(request).engine
    # The import is gone afterwards, so what became of it is shown here and now.
    undone = acts.undo(engine, number, dry_run=False, of=of, actor=person(request))
    return page(request, "statement/undone.html", undone=undone)


_DECISIONS: Final[dict[str, Decision]] = {
    "accept": _accept,
    "reject": _reject,
    "refresh": _refresh,
    "suggested": _suggested,
    "undo": _undo,
}


def _back_to(number: int, said: str) -> Response:
    return RedirectResponse(f"/imports/{number}?said={said}", 303)
