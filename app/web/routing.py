"""How a room of the site says its addresses: what is looked at, what is done, and who may."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app.access.errors import NotSignedIn, RightMissing
from app.access.rights import Right
from app.web.books.addresses import only_books
from app.web.coming_in import sign_in_address, signed_in
from app.web.desk import book_of
from app.web.receiving import FORM, at_most, names_a_codec

View = Callable[[Request], Response] | Callable[[Request], Awaitable[Response]]

#: An address that is looked at takes nothing along.
_NOTHING: Final = 0


class RoomRoute(Route):
    """An address, what somebody needs to have it, and how much a request may bring.

    The one place where rights are looked at: before any of the body is read. ``needs`` is None for
    what everybody may see, and ``Right.NONE`` for what everybody may who is signed in. ``of_site``:
    it is of the site, and a book has none of it."""

    def __init__(
        self,
        path: str,
        view: View,
        method: str,
        needs: Right | None,
        most_bytes: int,
        *,
        of_site: bool = False,
    ) -> None:
        super().__init__(path, view, methods=[method])
        self.needs = needs
        self.most_bytes = most_bytes
        self.of_site = of_site

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ``NotSignedIn``, ``RightMissing``, ``ProxyUserUnknown``, ``HTTPException`` 404,
        413 and 415."""
        request = Request(scope)
        if self.of_site and book_of(request) is not None:
            raise HTTPException(404)
        if self.needs is not None:
            who = await signed_in(request)
            if who is None and _is_a_page(request):
                await RedirectResponse(sign_in_address(request), 303)(scope, receive, send)
                return
            if who is None:
                raise NotSignedIn
            if who.right is Right.NONE and self.needs is not Right.NONE:
                await only_books(request)(scope, receive, send)
                return
            if who.right < self.needs:
                raise RightMissing(name=who.name, has=who.right.role, needs=self.needs.role)
        if names_a_codec(request.headers.get("content-type", "")):
            raise HTTPException(415)
        await super().handle(scope, at_most(scope, receive, self.most_bytes), send)


def shows(
    path: str, view: View, needs: Right | None = Right.LOOK, *, of_site: bool = False
) -> RoomRoute:
    """An address that is looked at, and changes nothing."""
    return RoomRoute(path, view, "GET", needs, _NOTHING, of_site=of_site)


def does(
    path: str,
    act: View,
    needs: Right | None = Right.DECIDE,
    most_bytes: int = FORM,
    *,
    of_site: bool = False,
) -> RoomRoute:
    """An address that a form is sent to, which is no larger than this."""
    return RoomRoute(path, act, "POST", needs, most_bytes, of_site=of_site)


def with_form(
    act: Callable[[Request, FormData], Response], **limits: int
) -> Callable[[Request], Awaitable[Response]]:
    """The act, in a thread, with what its form says; ``limits`` are those of its parts."""

    async def acted(request: Request) -> Response:
        async with request.form(**limits) as form:
            return await run_in_threadpool(act, request, form)

    return acted


def _is_a_page(request: Request) -> bool:
    """Whether a browser would show it by itself, and not within a page."""
    looked_at = request.method in ("GET", "HEAD")
    return looked_at and "text/html" in request.headers.get("accept", "")
