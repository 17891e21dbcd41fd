"""Who sends a request: the holder of a token, or who is signed in, with what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.access.names import of_token
from app.access.rights import Right
from app.access.tokens import holder
from app.api.errors import NotAllowed, NoToken
from app.web.coming_in import entrance, signed_in
from app.web.desk import book_of

_BEARER: Final = HTTPBearer(
    auto_error=False, scheme_name="token", description="Made by `tieout token add`."
)
_LONGEST_KEY: Final = 80
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who acts: ``name`` goes into the log, ``key`` tells one caller from another."""

    name: str
    right: Right
    key: str


async def caller_of(request: Request) -> Caller:
    """Whoever sends it. Raises ``NoToken``, and ``HTTPException`` 404 for another book's token."""
    known: Caller | None = getattr(request.state, "caller", None)
    if known is None:
        known = request.state.caller = await _known(request)
    return known


async def right_still(request: Request) -> Right:
    """What who sent it may do by now, which is no sign of life. Raises as `caller_of`."""
    try:
        return (await _known(request, lives=False)).right
    except NoToken:
        return Right.NONE


async def _known(request: Request, *, lives: bool = True) -> Caller:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        # A browser of ours; the guard has seen to it that no other site's page sends anything.
        who = await signed_in(request, lives=lives)
        if who is None:
            raise NoToken
        return Caller(who.name, who.right, f"user:{who.name}"[:_LONGEST_KEY])
    if scheme.lower() != "bearer":
        raise NoToken
    found = await run_in_threadpool(holder, entrance(request).engine, secret.strip())
    if found is None:
        raise NoToken
    book = book_of(request)
    if not found.may_use(book.identity if book else None):
        raise HTTPException(404)
    return Caller(of_token(found.name), found.right, f"token:{found.id}")


class Needs:
    """Lets a request through that may do as much."""

    def __init__(self, right: Right) -> None:
        self._right = right

    async def __call__(self, request: Request, _given: Given) -> Caller:
        """The caller. Raises ``NoToken`` and ``NotAllowed``."""
        caller = await caller_of(request)
        self.check(caller)
        return caller

    def check(self, caller: Caller) -> None:
        """Raises ``NotAllowed``."""
        if caller.right < self._right:
            raise NotAllowed(
                name=caller.name, has=caller.right.name.lower(), needs=self._right.name.lower()
            )


Looks = Annotated[Caller, Depends(Needs(Right.LOOK))]
Decides = Annotated[Caller, Depends(Needs(Right.DECIDE))]
Manages = Annotated[Caller, Depends(Needs(Right.MANAGE))]
