"""This machine: which process holds work, whether it is gone, and how many may work beside it."""

import hashlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import Engine

from db.engine import place
from db.errors import TieoutError
from db.private import private_bytes, private_folder
from db.words import FaultClass
from jobs.lease.tries import Company

_ENDED: Final = "ended"


def new_claim() -> dict[str, Any]:
    """This process, as it is written beside the work that it claims; each claim has its own id."""
    pid = os.getpid()
    return {"host": _where(), "pid": pid, "began": _began(pid), "claim": uuid4().hex}


def is_here(worker: object) -> bool:
    """Whether that worker was started where this process runs, so that its end can be seen."""
    return isinstance(worker, Mapping) and worker.get("host") == _where()


def is_gone(worker: object) -> bool:
    """Whether that worker was on this machine and no process has its number any more. False for
    anyone on another machine: there only the lease shows it."""
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
    clones share it, and count their processes again."""
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)


def own_folder(engine: Engine) -> Path | None:
    """The folder, which is made if need be; None if there can be none, or if it is not ours."""
    if sys.platform == "win32":
        return None
    name = hashlib.sha256(_ledger(engine).encode()).hexdigest()[:16]
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"tieout-{os.getuid()}" / name
        private_folder(folder)
        own = folder.parent.lstat()
        if own.st_uid == os.getuid() and not own.st_mode & 0o022:
            return folder
    return None


def _ledger(engine: Engine) -> str:
    """The same for all who use the ledger, from whichever folder they name its file."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        return str(Path(engine.url.database).resolve())
    return place(engine)


def note_release(engine: Engine, claim: str) -> None:
    """Note on this machine that nobody works under this claim any more."""
    with suppress(OSError):
        if note := _note(engine, claim):
            private_bytes(note).close()


def is_release_noted(engine: Engine, claim: str) -> bool:
    with suppress(OSError):
        note = _note(engine, claim)
        return note is not None and note.exists()
    return False


def erase_note(engine: Engine, claim: str) -> None:
    """Delete the note: the row is no longer held under this claim."""
    with suppress(OSError):
        if note := _note(engine, claim):
            note.unlink(missing_ok=True)


def _note(engine: Engine, claim: str) -> Path | None:
    # Not by import and attempt: a ledger that was made new, or restored, counts them again.
    folder = own_folder(engine) if claim else None
    return None if folder is None else folder / f"released-{claim}"


_SECONDS_TO_WAIT: Final = 1800.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1


class NotAlone(TieoutError, fault=FaultClass.TRANSIENT):
    """This import has to run alone on its machine, and others ran there for too long. It is tried
    again by itself."""


@contextmanager
def room(engine: Engine, company: Company, look: Callable[[], None]) -> Iterator[None]:
    """Holds, while the block runs, as much of this machine as the import is to have.

    ``look`` is called again and again while it waits, and may raise. Raises ``NotAlone``. In order
    of the files no one waits in a circle: few, turnstile, room."""
    with ExitStack() as held:
        folder = own_folder(engine)
        if folder is None:
            yield  # no place for the files: better beside others than never
            return
        deadline = time.monotonic() + _SECONDS_TO_WAIT
        alone = company is Company.ALONE
        if company is Company.FEW:
            held.enter_context(_lock(folder / "few", True, look, deadline))
        with _lock(folder / "turnstile", alone, look, deadline):
            held.enter_context(_lock(folder / "room", alone, look, deadline))
        yield


@contextmanager
def _lock(file: Path, by_itself: bool, look: Callable[[], None], deadline: float) -> Iterator[None]:
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while not _locked(descriptor, by_itself):
            if time.monotonic() > deadline:
                raise NotAlone
            look()
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int, by_itself: bool) -> bool:
    if sys.platform == "win32":
        return True  # workers do not run there
    import fcntl

    with suppress(BlockingIOError):
        fcntl.flock(descriptor, (fcntl.LOCK_EX if by_itself else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        return True
    return False
