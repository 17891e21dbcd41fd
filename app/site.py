"""The whole site as one application, and the server that it runs in."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Final

import uvicorn
from sqlalchemy import Engine
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from app import web
from app.access import users
from app.access.entrance import Entrance, Links, proxies_of
from app.access.errors import NobodyCanSignIn
from app.environment.listing import documents_of
from app.environment.opening import open_ledger
from app.environment.settings import Settings, secrets_of
from app.errors import AddressTaken
from app.telemetry.logs import log_to_stderr
from app.telemetry.server import tell
from app.texts import terminal as texts
from app.texts import web as texts_web
from app.texts.language import _
from app.web import rendering as frame
from app.web.address import Tls, in_address, is_this_machine
from app.web.books.addresses import BookAddresses
from app.web.books.opened import OpenBooks
from app.web.desk import Desk
from app.web.following import end_streams
from app.web.guard import Guard, Speaking
from app.web.pages import (
    accounts,
    coverage,
    history,
    own_account,
    people,
    sources,
    statements,
    todo,
    uploads,
    work,
)
from app.web.pages import sign_in as access
from app.web.problem import API, by_code, is_of_the_api
from app.web.rendering import page, refused_text
from app.web.serving import BACKLOG, allow_open_files, configured
from app.web.statement import views as statement
from app.web.statement.views import StaticWithTables
from db.errors import TieoutError, without_text
from jobs.options import ImportOptions
from jobs.webhooks.delivering import Courier
from jobs.worker.background import Background

_LOG = logging.getLogger(__name__)
#: With which status a page answers an error, by its code; any other is a conflict.
STATUSES: Final = by_code(
    {
        401: "not_signed_in",
        403: "proxy_user_unknown right_missing",
        503: "ledger_newer ledger_outdated ledger_too_old",
        404: "no_such_import no_such_user unknown_account act_forgotten document_away"
        " document_dropped document_gone document_not_kept place_not_set no_such_page store_away"
        " not_in_store document_damaged no_such_conversation",
    }
)
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
    return Mount(API, MountedApi(desk))


def _error_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, TieoutError)
    if is_of_the_api(request):
        return _problem(error)
    status = STATUSES.get(error.code, _CONFLICT)
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


def serve(
    chosen: Settings,
    passwords: tuple[str, ...],
    options: Callable[[Settings], ImportOptions],
    *,
    host: str,
    port: int,
    tls: Tls | None,
    listening: Callable[[str, bool], None],
) -> None:
    """Listen, name the address, and serve until SIGTERM or Ctrl-C.

    ``options`` says how documents are brought in that are handed in here. ``listening`` hears the
    address to open, and whether it is a link that works once. Raises ``NobodyCanSignIn``,
    ``ProxiesNotNamed``, ``TlsUnusable``, ``AddressTaken``, ``LogsMissing``, and what `open_ledger`
    and `tell` raise."""
    if tls is not None:
        tls.check()
    engine = open_ledger(chosen.database_url)
    entrance = entrance_of(chosen, engine, host)
    log_to_stderr(chosen.log_level, secrets_of(os.environ))
    # It quotes forms that it cannot read.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    tell(chosen.metrics, chosen.database_url, chosen.redis_url)
    allow_open_files()
    desk_of = partial(_desk_of, passwords, options)
    desk = desk_of(chosen, engine)
    # Anyone who names a book serves that one alone.
    books = None if chosen.book else OpenBooks(chosen, desk, desk_of)
    with _listen(host, port) as listener:
        address = _address(host, listener.getsockname()[1], secure=tls is not None)
        _invite(address, entrance, listening)
        # The server ends what is being answered, and then hands the signal on.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        # A signal that comes as the loop is made cancels what did not begin.
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            app = site(desk, entrance, books, chosen.book)
            EndingServer(configured(app, tls)).run(sockets=[listener])


def _desk_of(
    passwords: tuple[str, ...],
    options: Callable[[Settings], ImportOptions],
    chosen: Settings,
    engine: Engine,
) -> Desk:
    """One ledger, and what carries imports out, where there are no workers, and tells of them."""
    queue, make_options = chosen.redis_url is not None, partial(options, chosen)
    return Desk(
        engine,
        passwords,
        queue=queue,
        documents=documents_of(chosen),
        background=Background(engine, make_options, queue=queue),
        courier=Courier(engine, chosen.book),
        make_options=make_options,
        files=Path(chosen.mcp_files) if chosen.mcp_files else None,
    )


def entrance_of(chosen: Settings, engine: Engine, host: str) -> Entrance:
    """How people come in: by a link where no one but this machine is served, and no one was added.
    Raises ``NobodyCanSignIn``, ``ProxiesNotNamed``, ``SettingInvalid``."""
    proxies = proxies_of(chosen)
    if users.any_there(engine) or (proxies.header and proxies.right is not None):
        return Entrance(engine, proxies=proxies)
    if not is_this_machine(host) or proxies.networks:
        raise NobodyCanSignIn(host=host)
    return Entrance(engine, Links())


def _invite(address: str, entrance: Entrance, listening: Callable[[str, bool], None]) -> None:
    """Say where to go; at a terminal, each Enter says it again, with a link that was not used."""
    links = entrance.links
    if links is None:
        listening(address, False)
        return

    def invite() -> None:
        listening(f"{address}/sign-in?token={links.new()}", True)

    invite()
    if sys.stdin.isatty():
        again = threading.Thread(target=_at_each_enter, args=(invite,), daemon=True)
        again.start()


def _at_each_enter(invite: Callable[[], None]) -> None:
    for _line in sys.stdin:
        invite()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise AddressTaken(host=host, port=port, reason=reason) from None


def _address(host: str, port: int, *, secure: bool) -> str:
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"{'https' if secure else 'http'}://{in_address(host)}:{port}"


class EndingServer(uvicorn.Server):
    """Without it a page that listens would keep the server from ending."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Called by the server, in its loop. Anyone who is not answered by then is cut off: a loop
        that ends closes no connection."""
        end_streams()
        await super().shutdown(sockets)
        for each in list(self.server_state.connections):
            each.transport.abort()
        await asyncio.sleep(0)


_MAKING: Final = threading.Lock()


class MountedApi:
    """The API of one ledger, made when it is first asked for; every ledger of this process is asked
    through the same application."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._app is None:
            self._app = await run_in_threadpool(_made)
        scope.setdefault("state", {})["desk"] = self._desk
        await self._app(scope, receive, send)


def _made() -> ASGIApp:
    # Two that ask first at once would both make it.
    with _MAKING:
        return _application()


@cache
def _application() -> ASGIApp:
    from app.api.app import api

    return api()
