"""The page of the own account: another password, and where one is signed in."""

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access import sessions, users
from app.access.rights import Right
from app.access.sessions import end_sessions, open_sessions
from app.texts.administration import ROLES_SHORT
from app.texts.language import marked
from app.web.coming_in import address_of_sender, browser_of, come_in, cookie_of, entrance
from app.web.forms import plain_number
from app.web.guard import is_user, person
from app.web.pages.people import new_password
from app.web.rendering import page
from app.web.routing import does, shows
from db.errors import TieoutError

OWN_ACCOUNT = "/account"
_REFUSED = 409
_DONE = {
    "password": marked("Your password is changed, and you are signed out everywhere else."),
    "ended": marked("The sessions are ended."),
}


def own_account(request: Request) -> Response:
    return _page(request, _name(request))


async def change_password(request: Request) -> Response:
    """Another password, for anyone who knows the one before; this browser stays signed in."""
    at, name = entrance(request), _name(request)
    async with request.form() as form:
        now = str(form.get("now", ""))
        try:
            wanted = new_password(form)
            who = await at.confirmed(name, now, address_of_sender(request), browser_of(request))
            await run_in_threadpool(users.set_password, at.engine, name, wanted, name)
        except TieoutError as refused:
            return await run_in_threadpool(_page, request, name, refused)
    secret = await run_in_threadpool(sessions.begin, at.engine, who)
    return come_in(request, secret, f"{OWN_ACCOUNT}?said=password")


async def sign_out_elsewhere(request: Request) -> Response:
    at, name = entrance(request), _name(request)
    async with request.form() as form:
        only = plain_number(form.get("session"))
    await run_in_threadpool(end_sessions, at.engine, name, only, name)
    return RedirectResponse(f"{OWN_ACCOUNT}?said=ended", 303)


def _name(request: Request) -> str:
    """Raises ``HTTPException`` 404 for who is no user."""
    name = person(request)
    if name is None or not is_user(request):
        raise HTTPException(404)
    return name


def _page(request: Request, name: str, trouble: TieoutError | None = None) -> Response:
    engine = entrance(request).engine
    user = users.one(engine, name)
    return page(
        request,
        "own_account/page.html",
        _REFUSED if trouble else 200,
        user=user,
        role=ROLES_SHORT[user.right.role],
        short=ROLES_SHORT,
        sessions=open_sessions(engine, name, cookie_of(request)),
        trouble=trouble,
        said=_DONE.get(request.query_params.get("said", "")),
        # It may be shown to who has no right in this ledger.
        waits=0,
    )


_MOST_BYTES: Final = 16 * 1024

ROUTES: Final = (
    shows(OWN_ACCOUNT, own_account, needs=Right.NONE, of_site=True),
    does(f"{OWN_ACCOUNT}/password", change_password, Right.NONE, _MOST_BYTES, of_site=True),
    does(f"{OWN_ACCOUNT}/sign-out", sign_out_elsewhere, Right.NONE, _MOST_BYTES, of_site=True),
)
