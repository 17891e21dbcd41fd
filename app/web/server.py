"""Serves the review pages until it is stopped."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress

from app.errors import AddressTaken, WebMissing
from app.health.services import tell
from app.keeping import documents_of
from app.opening import open_ledger
from app.settings import Settings
from app.web.address import in_address
from jobs.background import Background
from jobs.options import ImportOptions


def serve(
    chosen: Settings,
    passwords: tuple[str, ...],
    options: Callable[[], ImportOptions],
    *,
    host: str,
    port: int,
    listening: Callable[[str], None],
) -> None:
    """Listen, name the address, and serve until SIGTERM or Ctrl-C.

    ``options`` says how documents are brought in that are handed in here.

    Raises:
        WebMissing, WebOpen, AddressTaken, and what `open_ledger` and `tell` raise.
    """
    try:
        import uvicorn

        from app.web.desk import Desk
        from app.web.guard import check_host
        from app.web.live.ending import EndingServer
        from app.web.site import site
    except ModuleNotFoundError:
        raise WebMissing from None
    check_host(host, chosen.web_password)
    # It quotes forms that it cannot read.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    engine = open_ledger(chosen.database_url)
    tell(chosen, queue=chosen.redis_url is not None)
    queue = chosen.redis_url is not None
    background = Background(engine, options, queue=queue)
    documents = documents_of(chosen)
    desk = Desk(engine, passwords, queue=queue, documents=documents, background=background)
    with _listen(host, port) as listener:
        listening(_address(host, listener.getsockname()[1]))
        config = uvicorn.Config(
            site(desk, chosen.web_password),
            log_level="warning",
            access_log=False,
            server_header=False,
        )
        # The server ends what is being answered, and then hands the signal on.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            EndingServer(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise AddressTaken(host=host, port=port, reason=reason) from None


def _address(host: str, port: int) -> str:
    """What to open on this machine."""
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{in_address(host)}:{port}"
