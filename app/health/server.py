"""Answers /healthz, /readyz and /metrics at an address of its own, without a login."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from app.errors import BadMetricsAddress, MetricsAddressTaken
from app.health.readiness import READY, Ready

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
