"""Who is at work: enough of a name to know that a worker on this machine is gone."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any


def myself() -> dict[str, Any]:
    """This process, as it is written beside the work that it claims."""
    return {"host": _where(), "pid": os.getpid()}


def is_gone(worker: object) -> bool:
    """Whether that worker was on this machine and no process has its number any more.

    False for anyone on another machine: there only the lease shows it.
    """
    if not isinstance(worker, Mapping) or worker.get("host") != _where():
        return False
    if os.name == "nt":
        # There, signal 0 is no question: it is Ctrl-C.
        return False
    try:
        os.kill(int(worker["pid"]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False


@cache
def _where() -> str:
    """Where a process has its number to itself. A host's name alone is not enough: containers and
    clones share it, and count their processes anew.
    """
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)
