"""Serves the review pages until it is stopped, and lets listeners go first."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import uvicorn

from app.access.errors import NobodyCanSignIn, SharedPasswordGone
from app.environment.listing import documents_of
from app.environment.opening import open_ledger
from app.environment.settings import Settings, secrets_of
from app.errors import AddressTaken, WebMissing
from app.telemetry.logs import log_to_stderr
from app.telemetry.server import tell
from app.web.address import in_address, is_this_machine
from app.web.live.following import end_streams
from jobs.webhooks.delivering import Courier
from jobs.worker.background import Background

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.access.entrance import Entrance
    from app.web.address import Tls
    from app.web.desk import Desk
    from jobs.options import ImportOptions


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

    ``options`` says how documents are brought in that are handed in here.
    ``listening`` hears the address to open, and whether it is a link that works once.

    Raises:
        WebMissing, SharedPasswordGone, NobodyCanSignIn, ProxiesNotNamed, TlsUnusable,
        AddressTaken, LogsMissing, and what `open_ledger` and `tell` raise.
    """
    try:
        from app.site.site import site
        from app.web.books.opened import OpenBooks
        from app.web.serving import allow_open_files, configured
    except ModuleNotFoundError:
        raise WebMissing from None
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
        with suppress(KeyboardInterrupt):
            app = site(desk, entrance, books, chosen.book)
            EndingServer(configured(app, tls)).run(sockets=[listener])


def _desk_of(
    passwords: tuple[str, ...],
    options: Callable[[Settings], ImportOptions],
    chosen: Settings,
    engine: Engine,
) -> Desk:
    """One ledger, and what carries imports out, where there are no workers, and tells of them."""
    from app.web.desk import Desk

    queue, make_options = chosen.redis_url is not None, partial(options, chosen)
    return Desk(
        engine,
        passwords,
        queue=queue,
        documents=documents_of(chosen),
        background=Background(engine, make_options, queue=queue),
        courier=Courier(engine, chosen.book),
        make_options=make_options,
    )


def entrance_of(chosen: Settings, engine: Engine, host: str) -> Entrance:
    """How people come in: by a link where no one but this machine is served, and no one was added.

    Raises ``SharedPasswordGone``, ``NobodyCanSignIn``, ``ProxiesNotNamed``, ``SettingInvalid``.
    """
    from app.access import users
    from app.access.entrance import Entrance, Links, proxies_of

    if chosen.web_password:
        raise SharedPasswordGone
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
    from app.web.serving import BACKLOG

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise AddressTaken(host=host, port=port, reason=reason) from None


def _address(host: str, port: int, *, secure: bool) -> str:
    """What to open on this machine."""
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
