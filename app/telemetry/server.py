"""Answers /healthz, /readyz and /metrics without a login, for a process or a pool of them."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from app.errors import BadMetricsAddress, MetricsAddressTaken, MetricsMissing
from db.engine import make_engine, typed_errors
from db.errors import TieoutError, without_text
from db.upgrade import require_current
from pipeline.pages.sandbox.limits import die_with_parent

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry


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
        if path == "/metrics":
            return 200, _PLAIN, self.metrics()
        if path == "/healthz":
            return _said("alive" if self.alive() else "stopped", "alive")
        if path == "/readyz":
            return _said(self.ready(), READY)
        return 404, _JSON, b"{}\n"


def address_of(text: str) -> tuple[str, int]:
    """Host (this machine without one) and port of the text. Raises ``BadMetricsAddress``."""
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
    threading.Thread(target=server.serve_forever, name="tieout-health", daemon=True).start()


def _said(code: str, good: str) -> tuple[int, str, bytes]:
    return 200 if code == good else 503, _JSON, json.dumps({"status": code}).encode() + b"\n"


Answer = TypeVar("Answer")


@dataclass(slots=True)
class InTime(Generic[Answer]):
    """``ask``, answered within ``seconds``; an answer is kept for ``fresh`` seconds. One question
    is under way at a time, however often this is called: what hangs costs one thread."""

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


def tell(address: str | None, database_url: str, redis_url: str | None) -> None:
    """Answer beside the work of this one process, if an address is set; a queue that it works with
    is asked as well.

    Raises ``MetricsMissing``, ``BadMetricsAddress`` and ``MetricsAddressTaken``."""
    if address is None:
        return
    require_metrics()
    from app.telemetry.counted import count_here

    serve_beside(_server(address, database_url, redis_url, count_here()))


@contextmanager
def telling(address: str | None, database_url: str, redis_url: str | None) -> Iterator[None]:
    """While the block runs, a process beside it answers for it and all that it starts. A pool
    forks, which a process with several threads must not. Raises as `tell`."""
    if address is None:
        yield
        return
    require_metrics()
    from app.telemetry.counted import count_in

    folder, pool = Path(tempfile.mkdtemp(prefix="tieout-metrics-")), os.getpid()
    try:
        registry = count_in(folder)
        with _server(address, database_url, redis_url, registry, pool) as server:
            pid = _fork(server)
        try:
            yield
        finally:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _server(
    address: str,
    database_url: str,
    redis_url: str | None,
    registry: CollectorRegistry,
    pool: int | None = None,
) -> ThreadingHTTPServer:
    from prometheus_client import generate_latest

    from app.telemetry.figures import FRESH_SECONDS, DatabaseFigures, figures_of

    asked = InTime(lambda: figures_of(database_url), _SECONDS, FRESH_SECONDS)
    registry.register(DatabaseFigures(asked.answer))
    ready = readiness(database_url, redis_url)
    alive = (lambda: os.getppid() == pool) if pool else (lambda: True)
    return listen(address, Vital(ready, lambda: generate_latest(registry), alive))


def _fork(server: ThreadingHTTPServer) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        # Ctrl-C is for the pool, which ends this process last.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(signal.SIGKILL)
        server.serve_forever()
    finally:
        os._exit(1)


def require_metrics() -> None:
    """Raises ``MetricsMissing``."""
    try:
        import prometheus_client  # noqa: F401 - whether it is there
    except ModuleNotFoundError:
        raise MetricsMissing from None
