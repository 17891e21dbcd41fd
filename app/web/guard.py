"""Who is let in, and what a browser may do with a page: before any page is made."""

from __future__ import annotations

import base64
import binascii
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app import texts_web
from app.errors import WebOpen
from app.web.address import in_address

Next = Callable[[Request], Awaitable[Response]]
Failed = Callable[[Request, Exception], Response]

#: Pages hold money and names: nothing of them is kept, framed, or made to load or run anything.
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self';"
    " script-src 'self'; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
_ASKED_FOR_THIS_MACHINE = re.compile(
    rf"(?:{'|'.join(map(re.escape, _THIS_MACHINE))})(?::\d+)?", re.IGNORECASE
)


class _Given(NamedTuple):
    """What somebody gave for name and password; empty for what they did not give."""

    name: str = ""
    password: str = ""


class Guard:
    """Lets in whoever knows the password; without one, only who asks for this very machine.

    ``failed`` makes the page for a bug: here, so that no server ever sees, and logs, its text.
    """

    def __init__(self, password: str | None, failed: Failed) -> None:
        self._password = password
        self._failed = failed

    async def __call__(self, request: Request, call_next: Next) -> Response:
        """The page, or a refusal."""
        response = self._refusal(request)
        if response is None:
            try:
                response = await call_next(request)
            except Exception as error:  # noqa: BLE001 - the one seam where any bug becomes a page
                response = self._failed(request, error)
        for name, value in _HEADERS.items():
            # A page picture says itself how it may be kept.
            response.headers.setdefault(name, value)
        return response

    def _refusal(self, request: Request) -> Response | None:
        if self._password is None:
            # Another site's name may be made to lead here; then the browser still says that name.
            if not _ASKED_FOR_THIS_MACHINE.fullmatch(request.headers.get("host", "")):
                return PlainTextResponse(texts_web.OTHER_HOST, 403)
        elif not self._knows(request):
            asks = {"WWW-Authenticate": 'Basic realm="tieout", charset="UTF-8"'}
            return PlainTextResponse(texts_web.NO_PASSWORD, 401, headers=asks)
        if request.method not in ("GET", "HEAD") and not _from_our_pages(request):
            return PlainTextResponse(texts_web.WRONG_ORIGIN, 403)
        return None

    def _knows(self, request: Request) -> bool:
        given, password = _given(request), self._password or ""
        right = secrets.compare_digest(given.password.encode(), password.encode())
        known = right and bool(given.name)
        if known:
            # Only a name that came with the password is worth keeping.
            request.state.person = given.name
        return known


def person(request: Request) -> str | None:
    """The name that somebody gave with the password; None if no password is asked for."""
    name: str | None = getattr(request.state, "person", None)
    return name


def check_host(host: str, password: str | None) -> None:
    """Raises ``WebOpen`` if other machines could come in without a password."""
    if password is None and in_address(host) not in _THIS_MACHINE:
        raise WebOpen(host=host)


def _given(request: Request) -> _Given:
    scheme, _, coded = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return _Given()
    try:
        name, _, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return _Given()
    return _Given(name.strip(), password)


def _from_our_pages(request: Request) -> bool:
    """Whether a form was sent by a page of ours: every browser of today says whose page it was."""
    scheme, _, host = request.headers.get("origin", "").partition("://")
    return scheme in ("http", "https") and host == request.headers.get("host")
