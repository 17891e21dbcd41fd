"""Answers /healthz, /readyz and /metrics without a login, each within its time."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, Generic, TypeVar

from app.errors import BadMetricsAddress, MetricsAddressTaken
from db.engine import make_engine, typed_errors
from db.errors import TieoutError, without_text
from db.upgrade import require_current

READY: Final = "ready"
_NOT_IN_TIME: Final = "not_in_time"
_LOG = logging.getLogger(__name__)
_SECONDS = 2.0
_FRESH = 1.0

#: What a service asks to know whether it is ready: a code, never a place or a name.
Ready = Callable[[], str]


def readiness(database_url: str, redis_url: str | None, seconds: float = _SECONDS) -> Ready:
    """Asks the ledger and the queue, if there is one: ``ready``, or the code of what is wrong."""
    asked = InTime(lambda: _code(database_url, redis_url), seconds, _FRESH)
    return lambda: asked.answer() or _NOT_IN_TIME


def _code(database_url: str, redis_url: str | None) -> str:
    try:
        engine = make_engine(database_url)
        try:
            with typed_errors(engine):
                require_current(engine)
        finally:
            engine.dispose()
        if redis_url:
            from jobs.queue.work_queue import WorkQueue

            WorkQueue(redis_url).check()
    except TieoutError as error:
        return error.code
    except Exception as error:  # noqa: BLE001 - a probe answers whatever happens
        _LOG.warning("readiness failed with %s", without_text(error))
        return "bug"
    return READY


_JSON: Final = "application/json"
_PLAIN: Final = "text/plain; version=0.0.4; charset=utf-8"
_HERE: Final = "127.0.0.1"
_MOST = 65535
_SECONDS_A_REQUEST = 5


@dataclass(frozen=True, slots=True)
class Vital:
    """What is asked: whether it can work, the metrics as text, and whether it lives."""

    ready: Ready
    metrics: Callable[[], bytes]
    alive: Callable[[], bool] = lambda: True

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Status, kind and body of the answer to a path."""
        if path == "/metrics":
            return 200, _PLAIN, self.metrics()
        if path == "/healthz":
            return _said("alive" if self.alive() else "stopped", "alive")
        if path == "/readyz":
            return _said(self.ready(), READY)
        return 404, _JSON, b"{}\n"


def address_of(text: str) -> tuple[str, int]:
    """Host and port of HOST:PORT or PORT; without a host, this machine alone.

    Raises ``BadMetricsAddress``.
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) <= _MOST):
        raise BadMetricsAddress(address=text)
    return host.strip("[]") or _HERE, int(port)


def listen(address: str, vital: Vital) -> ThreadingHTTPServer:
    """A server that listens there. Raises ``BadMetricsAddress`` and ``MetricsAddressTaken``."""
    host, port = address_of(address)

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        timeout = _SECONDS_A_REQUEST

        def do_GET(self) -> None:
            status, kind, body = vital.answer(self.path.partition("?")[0])
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Probes are not worth a line each."""

        def version_string(self) -> str:
            return "tieout"

    class Server(ThreadingHTTPServer):
        """On either kind of address."""

        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    try:
        return Server((host, port), Handler)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise MetricsAddressTaken(host=host, port=port, reason=reason) from None


def serve_beside(server: ThreadingHTTPServer) -> None:
    """Answer in a thread that ends with the process."""
    threading.Thread(target=server.serve_forever, name="tieout-health", daemon=True).start()


def _said(code: str, good: str) -> tuple[int, str, bytes]:
    return 200 if code == good else 503, _JSON, json.dumps({"status": code}).encode() + b"\n"


Answer = TypeVar("Answer")


@dataclass(slots=True)
class InTime(Generic[Answer]):
    """``ask``, answered within ``seconds``; an answer is kept for ``fresh`` seconds.

    One question is under way at a time, however often this is called: what hangs costs one thread.
    """

    ask: Callable[[], Answer]
    seconds: float
    fresh: float
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asking: threading.Thread | None = None
    _answer: tuple[float, Answer] | None = None

    def answer(self) -> Answer | None:
        """What was answered; None if nothing was in time, or if asking failed."""
        with self._lock:
            if self._kept() is None and (self._asking is None or not self._asking.is_alive()):
                self._asking = threading.Thread(target=self._run, daemon=True)
                self._asking.start()
            asking = self._asking
        if asking is not None and self._kept() is None:
            asking.join(self.seconds)
        kept = self._kept()
        return None if kept is None else kept[1]

    def _kept(self) -> tuple[float, Answer] | None:
        kept = self._answer
        return kept if kept is not None and time.monotonic() - kept[0] <= self.fresh else None

    def _run(self) -> None:
        answer = self.ask()
        self._answer = time.monotonic(), answer
