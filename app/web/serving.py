"""How the site is served, here and in tests: limits, TLS, and nothing believed that is said."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from app.web.protocol import PatientProtocol
from app.web.tls import Tls

#: The request's line and all its headers; browsers send some hundred bytes.
_MOST_HEAD_BYTES: Final = 32 * 1024
_KEPT_ALIVE_S: Final = 5
_TO_END_S: Final = 5
#: Waiting to be let in by the operating system, while many come at once.
BACKLOG: Final = 2048
_FILES: Final = 8192
#: As uvicorn says it.
_UNREADABLE: Final = "Invalid HTTP request received."
_SECONDS_BETWEEN_LINES: Final = 60.0


def configured(app: ASGIApp, tls: Tls | None = None) -> uvicorn.Config:
    """A server for the site; it logs as the rest of the program does."""
    logging.getLogger("uvicorn.error").addFilter(_NOW_AND_THEN)
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Ours knows which proxies are believed; uvicorn's would believe this machine.
        proxy_headers=False,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        timeout_keep_alive=_KEPT_ALIVE_S,
        timeout_graceful_shutdown=_TO_END_S,
        ssl_certfile=tls.certificate if tls else None,
        ssl_keyfile=tls.key if tls else None,
    )


class _NowAndThen(logging.Filter):
    """Lets a line about what anybody may send, as often as they like, through once a minute."""

    _next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        if record.msg != _UNREADABLE:
            return True
        now, due = time.monotonic(), self._next
        self._next = now + _SECONDS_BETWEEN_LINES if now >= due else due
        return now >= due


_NOW_AND_THEN: Final = _NowAndThen()


def allow_open_files() -> None:
    """As many open files as many connections need, where the operating system lets us."""
    try:
        import resource
    except ModuleNotFoundError:
        # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
