"""The page of an act that goes on: how far it is, and then what came of it."""

from __future__ import annotations

from typing import ClassVar

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.texts import acting as texts_acting
from app.web.acting.acts import Act, Refused, Work
from app.web.desk import desk
from app.web.guard import person
from app.web.rendering import page
from app.wording.language import _
from db.errors import TieoutError


class ActForgotten(TieoutError):
    """What was begun here is not remembered any more. It was carried out whole or not at all: the
    page History says which."""

    code: ClassVar[str] = "act_forgotten"


def followed(request: Request, what: object, back: str, work: Work, refused: Refused) -> Response:
    """Have it carried out, and lead to the page on which it can be followed."""
    act = desk(request).acts.begin(Act(what, person(request) or "", back, refused), work)
    return RedirectResponse(f"/acting/{act.token}", 303)


def act_page(request: Request) -> Response:
    """How far the act is; what is shown of it once it has ended. Raises ``ActForgotten``."""
    act = desk(request).acts.find(request.path_params["token"], person(request) or "")
    if act is None:
        raise ActForgotten
    as_json = "application/json" in request.headers.get("accept", "")
    if as_json:
        return JSONResponse(_said(act))
    if act.ended:
        return act.answered(request)
    # Nothing of the ledger: it is being written.
    return page(request, "acting/progress.html", act=act, waits=0, now=_said(act))


def _said(act: Act) -> dict[str, object]:
    text = texts_acting.STEPS[act.step] if act.step else texts_acting.BEGINS
    said = _(text).format(done=f"{act.done:,}", count=f"{act.of:,}")
    return {"ended": act.ended, "text": said, "done": act.done, "of": act.of}
