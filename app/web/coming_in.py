"""Who sends a request, by its cookie or its proxy; and how a browser is given its cookie."""

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.entrance import Entrance
from app.access.errors import ProxyUserUnknown
from app.access.rights import Right
from app.access.sessions import WHOLE
from app.access.users import SignedIn
from app.web.books.opened import in_this_book

SIGN_IN: Final = "/sign-in"
_LONGEST_WAY: Final = 2000
_MOST_COOKIES: Final = 8
_A_SEASON: Final = 90 * 24 * 3600


def entrance(request: Request) -> Entrance:
    """How people come in to the site that is asked."""
    found: Entrance = request.state.entrance
    return found


def address_of_sender(request: Request) -> str:
    """Where it came from, as far as that is known."""
    return request.client.host if request.client else ""


async def signed_in(request: Request, *, lives: bool = True) -> SignedIn | None:
    """Who it is, which from now on the request's state tells; ``lives`` if it is a sign of life, as
    a page is. Raises ``ProxyUserUnknown``, and as `in_this_book`."""
    who = await _by_proxy(request) or await _by_cookie(request, lives=lives)
    if who is not None:
        who = await in_this_book(request, who)
        request.state.person, request.state.right = who.name, who.right
        request.state.is_user = who.user_id is not None
    return who


async def right_still(request: Request) -> Right:
    """What who sent it may do by now, which is no sign of life. Raises ``ProxyUserUnknown``, and as
    `in_this_book`."""
    who = await signed_in(request, lives=False)
    return who.right if who else Right.NONE


def cookie_of(request: Request) -> str | None:
    """What this site's cookie holds. Two are not: one of them was put there by somebody else, who
    would have a person work under another name."""
    held = cookies_of(request)
    return held[0] if len(held) == 1 else None


def cookies_of(request: Request) -> tuple[str, ...]:
    """What every cookie of this site's name holds, of a few."""
    name = _cookie_name(request)
    pairs = (each.partition("=") for each in _cookies(request))
    held = dict.fromkeys(value.strip() for found, _, value in pairs if found.strip() == name)
    return tuple(islice(held, _MOST_COOKIES))


def _cookies(request: Request) -> Iterator[str]:
    for header in request.headers.getlist("cookie"):
        yield from header.split(";")


def come_in(request: Request, secret: str, way: str) -> Response:
    """Go there, with the cookie of a new session."""
    answer = RedirectResponse(way, 303)
    answer.set_cookie(
        _cookie_name(request),
        secret,
        max_age=int(WHOLE.total_seconds()),
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )
    return answer


def browser_of(request: Request) -> str:
    """What the browser keeps since somebody came in with it, or nothing."""
    return request.cookies.get(_browser_cookie(request), "")


def remember_browser(request: Request, answer: Response, name: str) -> Response:
    """The same answer, by which the browser is known again when this name comes in with it."""
    answer.set_cookie(
        _browser_cookie(request),
        entrance(request).throttle.new_browser(name),
        max_age=_A_SEASON,
        secure=_is_secure(request),
        httponly=True,
        samesite="strict",
    )
    return answer


def go_out(request: Request) -> Response:
    """Go to where one signs in, without the cookie."""
    answer = RedirectResponse(SIGN_IN, 303)
    name, secure = _cookie_name(request), _is_secure(request)
    answer.delete_cookie(name, secure=secure, httponly=True, samesite="lax")
    return answer


def own_way(asked: str) -> str:
    """Where to go afterwards: a page of this site, whatever was asked for."""
    ours = asked.startswith("/") and not asked.startswith("//") and len(asked) <= _LONGEST_WAY
    plain = asked.isascii() and asked.isprintable() and not set(asked) & set("\\ ")
    return asked if ours and plain else "/"


def sign_in_address(request: Request) -> str:
    """Where to sign in, to come back to what was asked for."""
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    way = own_way(quote(asked, safe="/?&=%+:,;@~!$'()*"))
    return SIGN_IN if way == "/" else f"{SIGN_IN}?next={quote(way, safe='/')}"


async def _by_proxy(request: Request) -> SignedIn | None:
    site = entrance(request)
    if not (site.proxies.header and request.state.by_proxy):
        return None
    names = request.headers.getlist(site.proxies.header)
    if not names or not names[0]:
        return None
    if len(names) > 1:
        # One of them would be the proxy's, and nobody knows which.
        raise ProxyUserUnknown(name=", ".join(names))
    name = names[0].encode("latin-1").decode("utf-8", "replace")
    return await run_in_threadpool(site.by_proxy, name)


async def _by_cookie(request: Request, *, lives: bool) -> SignedIn | None:
    secret = cookie_of(request)
    if not secret:
        return None
    return await run_in_threadpool(entrance(request).by_session, secret, lives=lives)


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def _browser_cookie(request: Request) -> str:
    return f"{_cookie_name(request)}-browser"


def _cookie_name(request: Request) -> str:
    """Cookies know no ports, and two sites of one machine are not to sign each other out."""
    if _is_secure(request):
        return "__Host-tieout"
    server = request.scope.get("server")
    return f"tieout-{server[1] if server else 0}"
