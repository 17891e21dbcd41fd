"""A real S3 server for the tests, rclone from its wheel, thrown away after them.

It serves a temporary folder on a port of this machine, can be killed and started again, and dies
with the process that started it. What it holds are plain files, so that a test can look and damage.
"""

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from pipeline.pages.sandbox.limits import die_with_parent
from tests.support.waiting import free_port

BUCKET = "tieout"
_KEY, _SECRET = "tieouttests", "a-secret-of-the-tests"
_SECONDS_TO_START = 90


@dataclass
class Server:
    """One server and the folder that it serves; ``port`` stays the same over its starts."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """What to set TIEOUT_DOCUMENTS to."""
        return f"s3://{BUCKET}/statements"

    @property
    def environment(self) -> dict[str, str]:
        """The standard variables by which it is reached."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_ACCESS_KEY_ID": _KEY,
            "AWS_SECRET_ACCESS_KEY": _SECRET,
            "AWS_REGION": "us-east-1",
        }

    def file(self, sha256: str) -> Path:
        """Where the server keeps that document."""
        return self.folder / BUCKET / "statements" / sha256[:2] / sha256[2:4] / sha256

    def start(self) -> None:
        """Start it, and wait until it answers."""
        (self.folder / BUCKET).mkdir(exist_ok=True)
        command = [str(Path(sys.executable).with_name("rclone")), "serve", "s3"]
        # It sees soon what a test changes; with no cache at all it grows slower with each document.
        command += ["--addr", f"127.0.0.1:{self.port}", "--dir-cache-time", "50ms"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--auth-key", f"{_KEY},{_SECRET}", str(self.folder)],
                stdout=log,
                stderr=log,
                env={"HOME": str(self.folder)},
                start_new_session=True,
                preexec_fn=partial(die_with_parent, signal.SIGKILL),
            )
        self._wait_until_ready()

    def kill(self) -> None:
        """Kill it as a crash would; what it served is still there."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + _SECONDS_TO_START
        while time.monotonic() < deadline and self.process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        raise RuntimeError(f"no server: {(self.folder / 'log').read_text()[-2000:]}")


@contextmanager
def running() -> Iterator[Server]:
    """A server of the caller's own."""
    folder = Path(tempfile.mkdtemp(prefix="s3"))
    server = Server(folder, free_port())
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def object_store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that this process reaches by its environment."""
    with running() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server
