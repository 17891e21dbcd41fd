"""What is around every page: its language, its keys, and the page of an act that goes on."""

from __future__ import annotations

from typing import ClassVar, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.access.rights import Right
from app.texts import pages as texts_pages
from app.texts.language import LANGUAGES, _
from app.web.acting import Refused, RunningAct, Work
from app.web.desk import desk
from app.web.forms import field, one_of
from app.web.guard import person
from app.web.language import COOKIE as LANGUAGE_COOKIE
from app.web.rendering import COOKIE, page
from app.web.routing import does, shows
from db.errors import TieoutError

_A_YEAR = 365 * 24 * 60 * 60


def keys_page(request: Request) -> Response:
    """Every key, for anyone who has no script."""
    return page(request, "frame/keys.html")


async def choose_keys(request: Request) -> Response:
    """Turn single keys on or off in this browser."""
    async with request.form() as form:
        chosen = one_of({"on": "on", "off": "off"}, field(form, "keys"))
    return _kept("/keys", COOKIE, chosen)


async def choose_language(request: Request) -> Response:
    """Speak that language in this browser, and show the same page again."""
    async with request.form() as form:
        code, back = field(form, "lang"), field(form, "back")
    one_of(dict(LANGUAGES), code)
    return _kept(_of_this_site(back), LANGUAGE_COOKIE, code)


def _kept(address: str, cookie: str, value: str) -> Response:
    answer = RedirectResponse(address, 303)
    answer.set_cookie(cookie, value, max_age=_A_YEAR, httponly=True, samesite="lax")
    return answer


def _of_this_site(address: str) -> str:
    """The address if it leads nowhere else; browsers read a backslash as a slash."""
    plain = address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and address[1:2] != "/" else "/"


class ActForgotten(TieoutError):
    """This task is no longer known. It was either done completely or not at all: see History."""

    code: ClassVar[str] = "act_forgotten"


def followed(request: Request, what: object, back: str, work: Work, refused: Refused) -> Response:
    """Have it carried out, and lead to the page on which it can be followed."""
    act = desk(request).acts.begin(RunningAct(what, person(request) or "", back, refused), work)
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


def _said(act: RunningAct) -> dict[str, object]:
    text = texts_pages.STEPS[act.step] if act.step else texts_pages.BEGINS
    said = _(text).format(done=f"{act.done:,}", count=f"{act.of:,}")
    return {"ended": act.ended, "text": said, "done": act.done, "of": act.of}


ROUTES: Final = (
    shows("/keys", keys_page),
    does("/keys", choose_keys, needs=Right.LOOK),
    does("/language", choose_language, needs=Right.LOOK),
    shows("/acting/{token}", act_page, Right.DECIDE),
)
