"""Who is let in, and what a browser may do with a page: before any page is made."""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app import texts_web
from app.errors import WebOpen

Next = Callable[[Request], Awaitable[Response]]

#: Pages hold money and names: nothing of them is kept, framed, or made to load or run anything.
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """Lets in whoever knows the password; without one, only who asks for this very machine."""

    def __init__(self, password: str | None) -> None:
        self._password = password

    async def __call__(self, request: Request, call_next: Next) -> Response:
        """The page, or a refusal."""
        response = self._refusal(request) or await call_next(request)
        response.headers.update(_HEADERS)
        return response

    def _refusal(self, request: Request) -> Response | None:
        if not self._may_enter(request):
            asks = {"WWW-Authenticate": 'Basic realm="tieout", charset="UTF-8"'}
            return PlainTextResponse(texts_web.NO_PASSWORD, 401, headers=asks)
        if request.method not in ("GET", "HEAD") and not _from_our_pages(request):
            return PlainTextResponse(texts_web.WRONG_ORIGIN, 403)
        return None

    def _may_enter(self, request: Request) -> bool:
        if self._password is None:
            # Another site's name may be made to lead here; then the browser still says that name.
            return request.url.hostname in _LOCAL_NAMES
        _, given = _credentials(request)
        return secrets.compare_digest(given.encode(), self._password.encode())


def check_host(host: str, password: str | None) -> None:
    """Raises ``WebOpen`` if other machines could come in without a password."""
    if password is None and not _is_this_machine(host):
        raise WebOpen(host=host)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def person(request: Request) -> str | None:
    """The name that somebody gave with the password; None if they gave none."""
    return _credentials(request)[0] or None


def _credentials(request: Request) -> tuple[str, str]:
    scheme, _, coded = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    try:
        name, _, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return name, password


def _from_our_pages(request: Request) -> bool:
    """Whether a form was sent by a page of ours: every browser of today says whose page it was."""
    origin = request.headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc == request.headers.get("host")
