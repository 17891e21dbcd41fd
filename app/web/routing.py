"""How a room of the site says its addresses: what is looked at, and what is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.access.rights import Right

View = Callable[[Request], Response] | Callable[[Request], Awaitable[Response]]


def shows(path: str, view: View, needs: Right = Right.LOOK) -> Route:
    """An address that is looked at, and changes nothing."""
    return Route(path, view, methods=["GET"], name=str(needs))


def does(path: str, act: View, needs: Right = Right.DECIDE) -> Route:
    """An address that a form is sent to."""
    return Route(path, act, methods=["POST"], name=str(needs))
