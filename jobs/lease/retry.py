"""Names the process that holds work, and counts the tries of an import by class of fault."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any, ClassVar, Final

from sqlalchemy import Engine

from db.engine import place
from db.errors import TieoutError
from db.private import private_folder
from db.words import FaultClass

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


#: A third try that ends by force, the last of them alone on its machine, is the last.
MOST_BY_FORCE: Final = 3
#: Silence says less than a death, but a document that takes whole machines with it must end too.
MOST_ABANDONED: Final = 10
#: After so long a fault says nothing of the document any more.
COUNTS_FOR: Final = timedelta(hours=24)

_SHORTEST: Final = timedelta(seconds=5)
_LONGEST: Final = timedelta(minutes=10)
_JITTER: Final = 0.2
#: Each process's own, also of those that were forked, and nobody's who set a seed.
_RANDOM: Final = SystemRandom()
_LIMITS: Final = {FaultClass.RESOURCE: MOST_BY_FORCE, FaultClass.ABANDONED: MOST_ABANDONED}


class Company(StrEnum):
    """Beside how many other imports of its machine an import may run."""

    ANY = "any"
    #: beside others, but no other that was tried again for the same reason
    FEW = "few"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Tries:
    """How often each class ended a try, and when the last ones of those that are limited were."""

    count: Mapping[FaultClass, int] = field(default_factory=dict)
    moments: Mapping[FaultClass, tuple[datetime, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, stored: Mapping[str, Any] | None) -> Tries:
        """What `stored` wrote."""
        rows = {FaultClass(name): row for name, row in (stored or {}).items()}
        return cls(
            {fault: row["count"] for fault, row in rows.items()},
            {
                fault: tuple(datetime.fromisoformat(text) for text in row["at"])
                for fault, row in rows.items()
            },
        )

    @property
    def stored(self) -> dict[str, Any]:
        """As the row keeps it."""
        return {
            fault.value: {
                "count": count,
                "at": [moment.isoformat() for moment in self.moments.get(fault, ())],
            }
            for fault, count in self.count.items()
        }

    def after(self, fault: FaultClass, now: datetime) -> Tries:
        """With one try more that ended so."""
        count = {**self.count, fault: self.count.get(fault, 0) + 1}
        if fault not in _LIMITS:
            return replace(self, count=count)
        kept = (*self._counting(fault, now), now)[-_LIMITS[fault] :]
        return Tries(count, {**self.moments, fault: kept})

    def is_over(self, fault: FaultClass, now: datetime) -> bool:
        """Whether a fault of this class is the end, and a person has to look."""
        if fault in _LIMITS:
            return len(self._counting(fault, now)) >= _LIMITS[fault]
        return fault is FaultClass.DOCUMENT

    def company(self, now: datetime) -> Company:
        """Beside whom the next try may run."""
        by_force = len(self._counting(FaultClass.RESOURCE, now))
        return (Company.ANY, Company.FEW, Company.ALONE)[min(by_force, MOST_BY_FORCE - 1)]

    def _counting(self, fault: FaultClass, now: datetime) -> tuple[datetime, ...]:
        return tuple(at for at in self.moments.get(fault, ()) if now - at < COUNTS_FOR)


def pause(waited: timedelta) -> timedelta:
    """How long to wait after waiting so long in vain: twice as long each time, up to a limit, and
    not all at the same moment.
    """
    longer = min(max(waited, _SHORTEST), _LONGEST)
    return longer * _RANDOM.uniform(1 - _JITTER, 1)


_SECONDS_TO_WAIT: Final = 1800.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1


class NotAlone(TieoutError):
    """This import has to run alone on its machine, and others ran there for too long. It is tried
    again by itself."""

    code: ClassVar[str] = "not_alone"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


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
