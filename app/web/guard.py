"""What holds for every request before any page is made, its language first, and for answers."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.access.entrance import Entrance, Proxies
from app.access.rights import Right
from app.access.users import BookRights
from app.texts import web as texts_web
from app.texts.language import ENGLISH, LANGUAGES, _, catalogue, spoken
from app.web.address import THIS_MACHINE
from app.web.books.addresses import sent_by_this_book
from app.web.problem import is_of_the_api, problem
from app.web.receiving import in_time

Failed = Callable[[Request, Exception], Response]

#: Pages hold money and names: nothing of them is kept, framed, or made to load or run anything.
_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self';"
    " script-src 'self'; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_ASKED_FOR_THIS_MACHINE: Final = re.compile(
    rf"(?:{'|'.join(map(re.escape, THIS_MACHINE))})(?::\d+)?", re.IGNORECASE
)
_LOOKING: Final = ("GET", "HEAD")
_BAD_REQUEST: Final = 400
_FORBIDDEN: Final = 403


class BrokenOff(RuntimeError):
    """A page failed after its beginning was sent; the log has the bug."""


class Guard:
    """Refuses what no page of ours sent, and gives every answer its headers.

    ``failed`` makes the page for a bug: here, so that no server ever sees, and logs, its text.
    It is plain ASGI, so that what is sent in pieces goes out piece by piece."""

    def __init__(self, app: ASGIApp, entrance: Entrance, failed: Failed) -> None:
        self._app = app
        self._entrance = entrance
        self._failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The page, or a refusal; nothing but HTTP is spoken."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        scope = as_forwarded(scope, self._entrance.proxies)
        scope["state"]["entrance"] = self._entrance
        request, answer = Request(scope), _Answer(send)
        refused = self._refusal(request)
        if refused is not None:
            await refused(scope, receive, answer.send)
            return
        try:
            await self._app(scope, in_time(receive), answer.send)
        except ClientDisconnect:
            # Anyone who has left gets no answer, and is no bug.
            return
        except Exception as error:  # noqa: BLE001 - the one seam where any bug becomes a page
            failed = self._failed(request, error)
            if answer.begun:
                raise BrokenOff from None
            await failed(scope, receive, answer.send)

    def _refusal(self, request: Request) -> Response | None:
        if {"content-length", "transfer-encoding"} <= set(request.headers.keys()):
            # A proxy may have gone by the other one, and taken the end of this for another request.
            return PlainTextResponse("", _BAD_REQUEST, {"Connection": "close"})
        host = request.headers.get("host", "")
        # Another site's name may be made to lead here; then the browser still says that name.
        if self._entrance.local and not _ASKED_FOR_THIS_MACHINE.fullmatch(host):
            return _turned_away(request, "other_host", texts_web.OTHER_HOST)
        looking = request.method in _LOOKING or self._is_a_program(request)
        if not looking and not _from_our_pages(request):
            return _turned_away(request, "wrong_origin", texts_web.WRONG_ORIGIN)
        return None

    def _is_a_program(self, request: Request) -> bool:
        """Whether it speaks to the API, and not by what comes along unasked: a browser sends its
        cookie, and a proxy adds the user, no matter whose page made the request."""
        named = self._entrance.proxies.header
        by_proxy = named is not None and request.state.by_proxy and named in request.headers
        unasked = ("cookie" in request.headers or by_proxy) and (
            "authorization" not in request.headers
        )
        return is_of_the_api(request) and not unasked


def _turned_away(request: Request, code: str, message: str) -> Response:
    """What is not let through, in the form that who asked can read."""
    if is_of_the_api(request):
        return problem(_FORBIDDEN, code, message)
    return PlainTextResponse(_(message), _FORBIDDEN)


class _Answer:
    """Puts the headers on, and knows whether the answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


def person(request: Request) -> str | None:
    """The name of who is signed in; None on a page that anybody may see."""
    name: str | None = getattr(request.state, "person", None)
    return name


def may_look(request: Request) -> bool:
    """Whether who is signed in sees the ledger; not who has rights in other books alone."""
    return person(request) is None or _right(request) >= Right.LOOK


def may_decide(request: Request) -> bool:
    """Whether who is signed in may change the ledger."""
    return _right(request) >= Right.DECIDE


def is_user(request: Request) -> bool:
    """Whether who is signed in is a user, neither the server's owner nor a proxy's guest."""
    found: bool = getattr(request.state, "is_user", False)
    return found


def may_manage(request: Request) -> bool:
    """Whether who is signed in may say who comes in: to the site, and not to one of its books."""
    rights: BookRights | None = getattr(request.state, "rights", None)
    return rights is not None and rights.at_home is Right.MANAGE


def _right(request: Request) -> Right:
    right: Right = getattr(request.state, "right", Right.NONE)
    return right


def _from_our_pages(request: Request) -> bool:
    """Whether a form was sent by a page of ours: every browser of today says whose page it was."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    if not sent_by_this_book(request):
        return False
    scheme, _, host = request.headers.get("origin", "").partition("://")
    # Before a proxy that is not named, what is https for the browser is not for us.
    return scheme in ("https", request.url.scheme) and host == request.headers.get("host")


def as_forwarded(scope: Scope, proxies: Proxies) -> Scope:
    """The request as the browser sent it; what others than these proxies say is not believed."""
    client: tuple[str, int] | None = scope.get("client")
    by_proxy = client is not None and client[0] in proxies
    seen = {**scope, "state": {**scope.get("state", {}), "by_proxy": by_proxy}}
    if by_proxy and client is not None:
        headers = Headers(scope=scope)
        told = ",".join(headers.getlist("x-forwarded-for"))
        hops = [_plain(hop.strip()) for hop in told.split(",") if hop.strip()]
        seen["client"] = (
            next((hop for hop in reversed(hops) if hop not in proxies), "") or client[0],
            client[1],
        )
        scheme = headers.get("x-forwarded-proto", scope["scheme"]).strip().lower()
        seen["scheme"] = scheme if scheme in ("http", "https") else scope["scheme"]
    return seen


def _plain(hop: str) -> str:
    """The address, without the port that some proxies write behind it; empty if it is not one."""
    inner = hop[1:].partition("]")[0] if hop.startswith("[") else hop
    for text in (inner, inner.rpartition(":")[0]):
        try:
            return str(ipaddress.ip_address(text))
        except ValueError:
            continue
    return ""


#: The cookie in which a browser keeps the language that a person chose.
COOKIE: Final = "lang"
_KNOWN: Final = frozenset(code for code, _name in LANGUAGES)
#: More than any browser sends; the rest of a longer list is not looked at.
_MOST_WISHES: Final = 20


class Speaking:
    """Sets the language for whatever the request leads to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the language that was chosen, or that the browser asks for."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        token = spoken.set(catalogue(_language(HTTPConnection(scope))))
        try:
            await self._app(scope, receive, send)
        finally:
            spoken.reset(token)


def _language(asked: HTTPConnection) -> str:
    chosen = asked.cookies.get(COOKIE, "")
    return chosen if chosen in _KNOWN else wished(asked.headers.get("accept-language", ""))


def wished(header: str) -> str:
    """The known language that an ``Accept-Language`` header likes best; else English."""
    wishes = [_wish(part) for part in header.split(",", _MOST_WISHES)[:_MOST_WISHES]]
    known = [(weight, code) for code, weight in wishes if code in _KNOWN and weight > 0]
    return max(known, key=lambda each: each[0])[1] if known else ENGLISH


def _wish(part: str) -> tuple[str, float]:
    """A language's code and how much it is wished, 0 to 1."""
    name, _, weight = part.partition(";")
    code = name.strip().lower().partition("-")[0]
    return code, _weight(weight.strip().removeprefix("q="))


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
