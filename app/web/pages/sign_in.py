"""The page to sign in on, and what its form and the link of `tieout web` do."""

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access import sessions
from app.access.errors import LinkSpent, SignInBusy, SignInFailed, TooManyTries, TwoSessions
from app.web.coming_in import (
    SIGN_IN,
    address_of_sender,
    browser_of,
    come_in,
    cookies_of,
    entrance,
    go_out,
    own_way,
    remember_browser,
    signed_in,
)
from app.web.rendering import page
from app.web.routing import does, shows
from db.errors import TieoutError

_UNAUTHORIZED, _GONE, _TOO_MANY, _BUSY = 401, 410, 429, 503


async def sign_in_page(request: Request) -> Response:
    """Where one signs in; anyone who comes by a link that was not used yet is in already."""
    way, link = own_way(request.query_params.get("next", "/")), request.query_params.get("token")
    # Anyone who only wants to know what a link leads to does not use it up.
    if link and request.method == "GET":
        try:
            return await _new_session(request, link, way)
        except LinkSpent as spent:
            if await signed_in(request) is None:
                return _page(request, way, _GONE, spent)
    if await signed_in(request) is not None:
        return RedirectResponse(way, 303)
    return _page(request, way, trouble=TwoSessions() if len(cookies_of(request)) > 1 else None)


async def sign_in(request: Request) -> Response:
    async with request.form() as form:
        name, password, way = (_text(form, each) for each in ("name", "password", "next"))
    way, address = own_way(way), address_of_sender(request)
    try:
        secret = await entrance(request).by_password(name, password, address, browser_of(request))
    except SignInFailed as failed:
        return _page(request, way, _UNAUTHORIZED, failed, name)
    except TooManyTries as failed:
        refused = _page(request, way, _TOO_MANY, failed, name)
        refused.headers["Retry-After"] = str(failed.facts["seconds"])
        return refused
    except SignInBusy as failed:
        return _page(request, way, _BUSY, failed, name)
    await _end_session(request)
    return remember_browser(request, come_in(request, secret, way), name)


async def sign_out(request: Request) -> Response:
    await _end_session(request)
    return go_out(request)


async def _new_session(request: Request, link: str, way: str) -> Response:
    secret = await run_in_threadpool(entrance(request).by_link, link)
    await _end_session(request)
    return come_in(request, secret, way)


async def _end_session(request: Request) -> None:
    """What the cookie held before is worth nothing afterwards, no matter who put it there."""
    for secret in cookies_of(request):
        await run_in_threadpool(sessions.end, entrance(request).engine, secret)


def _text(form: FormData, name: str) -> str:
    given = form.get(name)
    return given if isinstance(given, str) else ""


def _page(
    request: Request,
    way: str,
    status: int = 200,
    trouble: TieoutError | None = None,
    name: str = "",
) -> Response:
    local = entrance(request).local
    # Anyone who has not come in learns nothing of a ledger, not even whether it can be opened.
    facts = {"way": way, "trouble": trouble, "name": name, "local": local, "waits": 0}
    return page(request, "access/sign_in.html", status, **facts)


_MOST_BYTES: Final = 16 * 1024
ROUTES: Final = (
    shows(SIGN_IN, sign_in_page, needs=None),
    does(SIGN_IN, sign_in, needs=None, most_bytes=_MOST_BYTES),
    does("/sign-out", sign_out, needs=None, most_bytes=_MOST_BYTES),
)
