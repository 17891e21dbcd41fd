"""Serves the review pages until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

from app.errors import AddressTaken, WebMissing
from app.opening import open_ledger


def serve(
    database_url: str | None,
    passwords: tuple[str, ...],
    *,
    host: str,
    port: int,
    password: str | None,
    listening: Callable[[int], None],
) -> None:
    """Listen, tell of the port, and serve until SIGTERM or Ctrl-C.

    Raises:
        WebMissing, WebOpen, AddressTaken, and what `open_ledger` raises.
    """
    try:
        import uvicorn

        from app.web.guard import check_host
        from app.web.pages import Pages
        from app.web.site import site
    except ModuleNotFoundError:
        raise WebMissing from None
    check_host(host, password)
    pages = Pages(open_ledger(database_url), passwords)
    with _listen(host, port) as listener:
        listening(listener.getsockname()[1])
        config = uvicorn.Config(
            site(pages, password), log_level="warning", access_log=False, server_header=False
        )
        with suppress(KeyboardInterrupt):  # it has ended what was being answered
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise AddressTaken(host=host, port=port, reason=reason) from None
