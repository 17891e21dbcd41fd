"""Serves a model that was got, in its own process, until somebody interrupts it."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO

from app.local_models import server
from app.local_models.environment import Environment
from app.local_models.errors import NotGot, PortTaken, ServerEnded
from app.local_models.known import LocalModel
from db.private import private_file

LOOPBACK = "127.0.0.1"
_PATIENCE = 10.0


def serve(model: LocalModel, folder: Path, port: int, ready: Callable[[str], None]) -> None:
    """Start the server, tell its address when it can be asked, and stay until it is ended.

    Raises NotGot, PortTaken, and ServerEnded if it ends of itself.
    """
    environment = Environment(folder)
    if not (folder / model.file).is_file() or not environment.python.exists():
        raise NotGot(name=model.name, folder=folder)
    _require_port(port)
    log = folder / "server.log"
    with private_file(log) as said:
        process = _start(model, folder, environment, port, said)
    try:
        _until_ended(process, ready)
    except KeyboardInterrupt:
        return
    finally:
        _end(process)
    raise ServerEnded(log=log)


def _require_port(port: int) -> None:
    with socket.socket() as probe:
        # As the server will: a port that was left a moment ago is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            raise PortTaken(port=port) from None


def _start(
    model: LocalModel, folder: Path, environment: Environment, port: int, log: IO[str]
) -> subprocess.Popen[str]:
    words = (str(folder / model.file), model.model, str(model.context), str(port))
    return subprocess.Popen(
        [str(environment.python), server.__file__, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        # Ctrl-C is for tieout, which then ends its server.
        start_new_session=True,
    )


def _until_ended(process: subprocess.Popen[str], ready: Callable[[str], None]) -> None:
    """The server's only line is its address; where it says none, it has ended."""
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    if address:
        ready(address)
    process.wait()


def _end(process: subprocess.Popen[str]) -> None:
    """The end of its input ends it, also when tieout is killed; if not soon, the system does."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
