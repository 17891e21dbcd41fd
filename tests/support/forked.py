"""The `tieout` command without its start: each is forked from a process that imported it once.

To import it takes a second of the processor, and the tests run it hundreds of times. What is forked
is a process like another, with its own arguments, environment, folder and streams; at its end it
only spares itself to take apart, object by object, all that it never used.
"""

import atexit
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, TypeAlias

from sqlalchemy import event
from sqlalchemy.pool import Pool

from jobs.worker.worker_pool import preload

TIEOUT = Path(sys.executable).with_name("tieout")
_ROOT: Final = Path(__file__).parents[2]
#: What the command imports, now or when it comes to it; whatever has more is slower, and no other.
_PACKAGES: Final = ("app.cli.verbs", "app.cli.screens", "db", "jobs", "pipeline")
_OTHERS: Final = ("alembic.command", "alembic.runtime.migration", "psycopg", "sqlalchemy.orm")
#: Read by the interpreter, or the loader, before there is anything that could be forked.
_READ_AT_START: Final = ("PYTHON", "LC_", "LANG", "LD_", "COVERAGE")
_MOST_BYTES: Final = 1 << 20
_ENDED: Final = struct.Struct("ii")
#: In the process of a command, how it has ended.
_exit_codes: Final[list[int]] = []
_connections: Final[list[Any]] = []

Stream: TypeAlias = int | IO[Any] | None
"""As ``subprocess`` takes it."""


@dataclass(frozen=True)
class Ended:
    """A command that ran to its end, as ``subprocess.CompletedProcess`` tells it."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Process:
    """A command that goes on, with what ``subprocess.Popen`` has of it."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        streams: Sequence[Stream],
        *,
        new_session: bool = False,
    ) -> None:
        self.returncode: int | None = None
        here: list[BinaryIO | None] = []
        with ExitStack() as there:
            given = []
            for number, stream in enumerate(streams):
                mine, its = _ends(number, stream)
                here.append(mine)
                if its > 2:
                    there.callback(os.close, its)
                given.append(its)
            self._told, telling = _pipe()
            there.enter_context(telling)
            asked = json.dumps([command, str(cwd), dict(env), new_session]).encode()
            socket.send_fds(_parent(), [asked], [*given, telling.fileno()])
        self.stdin, self.stdout, self.stderr = here
        self.pid: int = _ENDED.unpack(self._told.read(_ENDED.size))[0]

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, when it has ended. Raises ``subprocess.TimeoutExpired``."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], seconds)[0]:
            with self._told:
                self.returncode = _ENDED.unpack(self._told.read(_ENDED.size))[1]
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Running: TypeAlias = Process | subprocess.Popen[bytes]


def start(
    command: Sequence[str],
    cwd: Path,
    env: Mapping[str, str],
    *,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = None,
    stderr: Stream = None,
    new_session: bool = False,
) -> Running:
    """Start a command that goes on, in an environment and a folder: this checkout's `tieout` is
    forked, and any other program started."""
    if command[0] == str(TIEOUT) and _can_be_forked(env):
        return Process(command, cwd, env, (stdin, stdout, stderr), new_session=new_session)
    return subprocess.Popen(
        command, cwd=cwd, env=env, stdin=stdin, stdout=stdout, stderr=stderr,
        start_new_session=new_session,
    )  # fmt: skip


def run(command: Sequence[str], cwd: Path, env: Mapping[str, str], given: bytes) -> Ended:
    """The command of this checkout: its first word is where it would have been started from."""
    if not _can_be_forked(env):
        done = subprocess.run(command, cwd=cwd, env=env, input=given, capture_output=True)
        return Ended(done.returncode, done.stdout, done.stderr)
    process = Process(command, cwd, env, [subprocess.PIPE] * 3)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    try:
        with process.stdout, process.stderr, ThreadPoolExecutor(2) as readers:
            reading = [readers.submit(each.read) for each in (process.stdout, process.stderr)]
            # It may end without having read it.
            with suppress(BrokenPipeError), process.stdin:
                process.stdin.write(given)
            out, err = (each.result() for each in reading)
        return Ended(process.wait(), out, err)
    except BaseException:
        process.kill()
        raise


def _ends(number: int, stream: Stream) -> tuple[BinaryIO | None, int]:
    """What is kept of a stream here, and the descriptor that the command gets."""
    if stream == subprocess.PIPE:
        reading, writing = _pipe()
        mine, its = (writing, reading) if number == 0 else (reading, writing)
        with its:
            return mine, os.dup(its.fileno())
    if stream == subprocess.DEVNULL:
        return None, os.open(os.devnull, os.O_RDWR)
    if stream is None:
        return None, number
    return None, os.dup(stream if isinstance(stream, int) else stream.fileno())


def where_to_ask() -> int:
    """The descriptor by which a process that inherits it has commands forked; 0 if none is."""
    return _parent().fileno() if sys.platform == "linux" else 0


def _can_be_forked(env: Mapping[str, str]) -> bool:
    read = [
        {name: value for name, value in each.items() if name.startswith(_READ_AT_START)}
        for each in (env, os.environ)
    ]
    return read[0] == read[1] and sys.platform == "linux"


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")


@cache
def _parent() -> socket.socket:
    """Where the process listens from which commands are forked; it ends when this one does."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (here, there):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_BYTES)
    with there:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(there.fileno())],
            cwd=_ROOT,
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def stop() -> None:
        here.close()
        process.wait()

    atexit.register(stop)
    return here


def _serve(asked: socket.socket) -> None:
    """Fork a command for whatever is asked, until nobody can ask any more."""
    # The first to be registered is the last to be called.
    atexit.register(_end_at_once)
    _import_all()
    # As a pool of workers does before it forks them.
    preload()
    assert threading.active_count() == 1
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, fds, _, _ = socket.recv_fds(asked, _MOST_BYTES, 4)
        if not message:
            return
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asked.close()
            _watch(json.loads(message), fds)
        for fd in fds:
            os.close(fd)


def _import_all() -> None:
    for name in _PACKAGES:
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.startswith("db.migrations."):
                importlib.import_module(found.name)
    for name in _OTHERS:
        importlib.import_module(name)
    event.listen(Pool, "connect", lambda connection, _: _connections.append(connection))


def _watch(asked: Any, fds: Sequence[int]) -> None:
    """In a child: have the command run in one of its own, and tell how it ended."""
    command, cwd, env, new_session = asked
    *streams, telling = fds
    pid = os.fork()
    if not pid:
        os.close(telling)
        if new_session:
            os.setsid()
        _become(command, cwd, env, streams)
    for fd in streams:
        os.close(fd)
    os.write(telling, _ENDED.pack(pid, 0))
    _, status = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):
        os.write(telling, _ENDED.pack(pid, os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _become(command: list[str], cwd: str, env: Mapping[str, str], streams: Sequence[int]) -> None:
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
        os.close(fd)
    # Whoever started the tests may have them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    sys.argv = command
    from app.cli.main import run as run_command

    _exit_codes.append(run_command())
    sys.exit(_exit_codes[0])


def _end_at_once() -> None:
    """When all threads have ended and everybody else was told that a command's process ends. A
    database that is closed has all that was written in its own file."""
    for code in _exit_codes:
        for connection in _connections:
            with suppress(Exception):
                connection.close()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as asking:
        _serve(asking)
