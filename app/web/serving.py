"""How the site is served, here and in tests: limits, TLS, and slow connections ended."""

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.web.address import Tls

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


class PatientProtocol(H11Protocol):
    """A connection with deadlines, of which there are never too many at once.

    ``head_s`` is the time to ask: for the line and all headers. ``stuck_s`` is the time to take up
    some of an answer; ``linger_s`` that for going on to send what was refused already."""

    head_s: ClassVar[float] = 10.0
    stuck_s: ClassVar[float] = 30.0
    linger_s: ClassVar[float] = 2.0
    most: ClassVar[int] = 1000

    _deadline: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come; if there are too many, who has waited longest makes room."""
        super().connection_made(transport)
        made = transport.get_extra_info("socket")
        if made is not None and made.family in (socket.AF_INET, socket.AF_INET6):
            # asyncio does so only for sockets that were made for TCP by name; without it the end
            # of an answer waits until the other side has confirmed its beginning, 40 ms.
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._arm(self.head_s)
        if len(self.connections) > self.most:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """From its last header on a request has no deadline here; its body has another."""
        super().data_received(data)
        if self._is_answering():
            self._disarm()

    def on_response_complete(self) -> None:
        """The next request may follow; the rest of this one is not waited for long."""
        rest_follows = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if self.transport.is_closing() or self._is_answering():
            return
        self._arm(self.linger_s if rest_follows else self.timeout_keep_alive + self.head_s)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._stuck or self.loop.call_later(self.stuck_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def send_400_response(self, msg: str) -> None:
        """What comes cannot be read. Who is being answered, or was, is not answered once more: h11
        would raise, and the log be filled by anyone who likes to."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing but HTTP is spoken here, and no library would change that."""

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _make_room(self) -> None:
        """End a connection that asks nothing, or is not done asking; without one, this one."""
        others = [each for each in self._others() if not each.transport.is_closing()]
        silent = [each for each in others if not each._is_answering()]
        unfinished = [each for each in others if each.conn.their_state is h11.SEND_BODY]
        longest = min(silent or unfinished or [self], key=lambda each: each._since)
        longest.transport.abort()

    def _others(self) -> "Iterator[PatientProtocol]":
        for each in self.connections:
            if isinstance(each, PatientProtocol) and each is not self:
                yield each
