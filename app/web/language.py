"""Finds out in which language a request is answered, before any page is made."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.texts.language import ENGLISH, LANGUAGES, catalogue, spoken

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
