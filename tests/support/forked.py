"""The `tieout` command without its start: each is forked from a process that imported it once.

To import it takes a second of the processor, and the tests run it hundreds of times. What is forked
is a process like another, with its own arguments, environment, folder and streams.
"""

import atexit
import importlib
import json
import os
import pkgutil
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
from typing import Any, BinaryIO, Final

from jobs.worker.worker_pool import preload

_ROOT: Final = Path(__file__).parents[2]
#: What the command imports, now or when it comes to it; whatever has more is slower, and no other.
_PACKAGES: Final = ("app.cli.verbs", "app.cli.screens", "db", "jobs", "pipeline")
_OTHERS: Final = ("alembic.command", "alembic.runtime.migration", "psycopg", "sqlalchemy.orm")
#: Read by the interpreter, or the loader, before there is anything that could be forked.
_READ_AT_START: Final = ("PYTHON", "LC_", "LANG", "LD_", "COVERAGE")
_MOST_BYTES: Final = 1 << 20
_ENDED: Final = struct.Struct("ii")


@dataclass(frozen=True)
class Ended:
    """A command that ran to its end, as ``subprocess.CompletedProcess`` tells it."""

    returncode: int
    stdout: bytes
    stderr: bytes


def run(command: Sequence[str], cwd: Path, env: Mapping[str, str], given: bytes) -> Ended:
    """The command of this checkout: its first word is where it would have been started from."""
    if _at_start(env) != _at_start(os.environ) or sys.platform != "linux":
        done = subprocess.run(command, cwd=cwd, env=env, input=given, capture_output=True)
        return Ended(done.returncode, done.stdout, done.stderr)
    with ExitStack() as stack:
        pipes = [[stack.enter_context(end) for end in _pipe()] for _ in range(4)]
        (in_there, in_here), (out_here, out_there), (err_here, err_there), (told, telling) = pipes
        asked = json.dumps([command, str(cwd), dict(env)]).encode()
        there = (in_there, out_there, err_there, telling)
        socket.send_fds(_parent(), [asked], [each.fileno() for each in there])
        for each in there:
            each.close()
        return _followed(told, in_here, given, (out_here, err_here))


def where_to_ask() -> int:
    """The descriptor by which a process that inherits it has commands forked; 0 if none is."""
    return _parent().fileno() if sys.platform == "linux" else 0


def _at_start(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name.startswith(_READ_AT_START)}


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")


def _followed(
    told: BinaryIO, stdin: BinaryIO, given: bytes, outputs: tuple[BinaryIO, BinaryIO]
) -> Ended:
    pid, _ = _ENDED.unpack(told.read(_ENDED.size))
    try:
        with ThreadPoolExecutor(2) as readers:
            reading = [readers.submit(output.read) for output in outputs]
            # It may end without having read it.
            with suppress(BrokenPipeError), stdin:
                stdin.write(given)
            out, err = (each.result() for each in reading)
        _, code = _ENDED.unpack(told.read(_ENDED.size))
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        raise
    return Ended(code, out, err)


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


def _watch(asked: Any, fds: Sequence[int]) -> None:
    """In a child: have the command run in one of its own, and tell how it ended."""
    command, cwd, env = asked
    *streams, telling = fds
    pid = os.fork()
    if not pid:
        os.close(telling)
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

    sys.exit(run_command())


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as asking:
        _serve(asking)
