"""Who is at work: enough of a name to know that a worker on this machine is gone."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

_ENDED: Final = "ended"


def myself() -> dict[str, Any]:
    """This process, as it is written beside the work that it claims."""
    pid = os.getpid()
    return {"host": _where(), "pid": pid, "began": _began(pid)}


def is_here(worker: object) -> bool:
    """Whether that worker was started where this process runs, so that its end can be seen."""
    return isinstance(worker, Mapping) and worker.get("host") == _where()


def is_gone(worker: object) -> bool:
    """Whether that worker was on this machine and no process has its number any more.

    False for anyone on another machine: there only the lease shows it.
    """
    if not isinstance(worker, Mapping) or not is_here(worker):
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
    # Numbers are given out again, and a process that nobody has reaped yet still has its own.
    began, now = worker.get("began"), _began(int(worker["pid"]))
    return now == _ENDED or (began is not None and now is not None and began != now)


def _began(pid: int) -> str | None:
    """When the process began, in the machine's own count; None where the system does not tell."""
    try:
        # What follows the name, which may hold anything: state, then 18 fields, then the start.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return _ENDED if fields[0] in ("Z", "X") else fields[19]


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
