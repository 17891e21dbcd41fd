"""Lets a service tell how it is: one process by a thread, a pool by a process beside it."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import MetricsMissing
from app.telemetry.server import Vital, listen, readiness, serve_beside
from pipeline.pages.sandbox.limits import die_with_parent

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from prometheus_client import CollectorRegistry


def tell(address: str | None, database_url: str, redis_url: str | None) -> None:
    """Answer beside the work of this one process, if an address is set; a queue that it works with
    is asked as well.

    Raises ``MetricsMissing``, ``BadMetricsAddress`` and ``MetricsAddressTaken``.
    """
    if address is None:
        return
    require_metrics()
    from app.telemetry.counted import count_here

    serve_beside(_server(address, database_url, redis_url, count_here()))


@contextmanager
def telling(address: str | None, database_url: str, redis_url: str | None) -> Iterator[None]:
    """While the block runs, a process beside it answers for it and all that it starts.

    A pool forks, which a process with several threads must not. Raises as `tell`.
    """
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

    from app.telemetry.figures import DatabaseFigures

    registry.register(DatabaseFigures(database_url))
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
