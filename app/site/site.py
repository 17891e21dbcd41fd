"""The site: which address leads to which page, and what is said when one cannot be had."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from app import web
from app.access.entrance import Entrance
from app.access.errors import NoSuchUser, NotSignedIn, ProxyUserUnknown, RightMissing
from app.api.mounted import PREFIX, MountedApi
from app.texts import terminal as texts
from app.texts import web as texts_web
from app.texts.language import _
from app.web import rendering as frame
from app.web.books.addresses import BookAddresses
from app.web.books.opened import OpenBooks
from app.web.desk import Desk
from app.web.guard import Guard, Speaking
from app.web.pages import accounts as accounts
from app.web.pages import coverage as coverage
from app.web.pages import history as history
from app.web.pages import own_account as own_account
from app.web.pages import people as people
from app.web.pages import sign_in as access
from app.web.pages import sources as sources
from app.web.pages import statements as statements
from app.web.pages import todo as todo
from app.web.pages import uploads as uploads
from app.web.pages import work as work
from app.web.problem import is_of_the_api
from app.web.rendering import ActForgotten, page, refused_text
from app.web.statement import views as statement
from app.web.statement.views import StaticWithTables
from db.errors import TieoutError, without_text
from db.ledger.queries import UnknownAccount
from db.statements.pages import NoSuchImport
from jobs.documents.finding import (
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
)
from pipeline.intake.places import NO_FACTS
from pipeline.pages.picture import NoSuchPage

_LOG = logging.getLogger(__name__)
_NOT_THERE: Final[tuple[type[TieoutError], ...]] = (
    NoSuchImport,
    NoSuchUser,
    UnknownAccount,
    ActForgotten,
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
    NoSuchPage,
    *NO_FACTS,
)


_STATUSES: Final[dict[type[TieoutError], int]] = {
    **dict.fromkeys(_NOT_THERE, 404),
    NotSignedIn: 401,
    ProxyUserUnknown: 403,
    RightMissing: 403,
}
_CONFLICT: Final = 409

#: In the order of the rail; then what belongs to none, and who may come in.
_ROOMS: Final = (
    todo,
    uploads,
    statement,
    statements,
    accounts,
    sources,
    coverage,
    history,
    work,
    frame,
    people,
    own_account,
    access,
)


def site(
    desk: Desk, entrance: Entrance, books: OpenBooks | None = None, alone: str | None = None
) -> Starlette:
    """The pages of one ledger, and of books beside it, for everyone whom the entrance lets in;
    ``alone`` is the address of the one book that is served."""
    static = Mount("/static", StaticWithTables(directory=Path(web.__file__).with_name("static")))
    app = Starlette(
        routes=[*(route for room in _ROOMS for route in room.ROUTES), _api(desk), static],
        middleware=[
            Middleware(Speaking),
            Middleware(BookAddresses, books, alone),
            Middleware(Guard, entrance, _bug),
        ],
        lifespan=_living(desk, books),
        exception_handlers={TieoutError: _error_page, HTTPException: _refused},
    )
    # It would lead to whatever host was asked for.
    app.router.redirect_slashes = False
    app.state.desk = desk
    return app


def _living(
    desk: Desk, books: OpenBooks | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """While the site is served, the work of its ledgers goes on."""

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        desk.begin()
        if books is not None:
            books.begin()
        yield
        await run_in_threadpool(desk.end)
        if books is not None:
            await run_in_threadpool(books.end)

    return living


def _api(desk: Desk) -> Mount:
    return Mount(PREFIX, MountedApi(desk))


def _error_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, TieoutError)
    if is_of_the_api(request):
        return _problem(error)
    kinds = (kind for kind in _STATUSES if isinstance(error, kind))
    status = _STATUSES.get(next(kinds, TieoutError), _CONFLICT)
    back = _back(request) if status == _CONFLICT else "/"
    return _trouble(request, status, refused_text(error), error.code, back)


def _back(request: Request) -> str:
    """Where anyone who was refused looks at it again."""
    _, room, *rest = request.url.path.split("/")
    return f"/imports/{rest[0]}" if room == "imports" and rest else f"/{room}"


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if is_of_the_api(request):
        return _problem(error)
    message = _(texts_web.WEB_REFUSED.get(error.status_code, error.detail))
    refused = _trouble(request, error.status_code, message, str(error.status_code))
    refused.headers.update(error.headers or {})
    return refused


def _bug(request: Request, error: Exception) -> Response:
    _LOG.error("page failed with %s", without_text(error))
    if is_of_the_api(request):
        return _problem(error)
    return _trouble(request, 500, _(texts.BUG).format(kind=type(error).__name__), "bug")


def _problem(error: Exception) -> Response:
    # Where the API was never asked for, it is not loaded.
    from app.api.problems import problem_of_any

    return problem_of_any(error)


def _trouble(request: Request, status: int, message: str, code: str, back: str = "/") -> Response:
    return page(request, "error.html", status, message=message, code=code, back=back)
