"""Who sends a request: the holder of a token, with what it may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials
from starlette.requests import Request

from app.access.rights import Right
from app.access.tokens import holder
from app.api.errors import NotAllowed, NoToken
from app.web.desk import desk

_BEARER: Final = HTTPBearer(
    auto_error=False, scheme_name="token", description="Made by `tieout token add`."
)
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who acts: ``name`` goes into the log, ``key`` tells one caller from another."""

    name: str
    right: Right
    key: str


def caller_of(request: Request) -> Caller:
    """Whoever sends it. Raises ``NoToken``."""
    known: Caller | None = getattr(request.state, "caller", None)
    if known is None:
        known = request.state.caller = _known(request)
    return known


def _known(request: Request) -> Caller:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise NoToken
    found = holder(desk(request).engine, secret.strip())
    if found is None:
        raise NoToken
    return Caller(found.name, found.right, f"token:{found.id}")


class Needs:
    """Lets a request through that may do as much."""

    def __init__(self, right: Right) -> None:
        self._right = right

    def __call__(self, request: Request, _given: Given) -> Caller:
        """The caller. Raises ``NoToken`` and ``NotAllowed``."""
        caller = caller_of(request)
        if caller.right < self._right:
            raise NotAllowed(
                name=caller.name, has=caller.right.name.lower(), needs=self._right.name.lower()
            )
        return caller


Looks = Annotated[Caller, Depends(Needs(Right.LOOK))]
Decides = Annotated[Caller, Depends(Needs(Right.DECIDE))]
Manages = Annotated[Caller, Depends(Needs(Right.MANAGE))]
