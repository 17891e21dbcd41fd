"""A real `tieout worker` with its workers and their children, to be watched and to be killed."""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine, func, select

from db.models import Import
from db.session import read_only
from db.words import ImportStatus
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from tests.support.books import source
from tests.support.forked import TIEOUT, Running, start
from tests.support.process import clean

OPEN = (ImportStatus.QUEUED, ImportStatus.RUNNING)


@dataclass
class PoolProcess:
    """One `tieout worker`; ``log`` is where its standard error goes."""

    environment: dict[str, str]
    folder: Path
    size: int = 2
    process: Running | None = field(default=None, repr=False)

    @property
    def log(self) -> Path:
        """What it logged, over all its starts."""
        return self.folder / "worker.log"

    def start(self) -> None:
        """Start the pool, in a session of its own as a service manager would."""
        with self.log.open("ab") as log:
            command = [str(TIEOUT), "worker", "-n", str(self.size)]
            self.process = start(
                command, self.folder, self.environment, stdout=log, stderr=log, new_session=True
            )

    def stop(self) -> int:
        """Ask it to stop, and give its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        """Kill the pool's own process."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def workers(self) -> list[int]:
        """The processes that take imports from the queue and carry them out."""
        return children(self.process.pid) if self.process else []


@contextmanager
def pool(
    folder: Path,
    database_url: str,
    redis_url: str,
    size: int = 2,
    more: Mapping[str, str] | None = None,
) -> Iterator[PoolProcess]:
    """A running pool, dead at the end; ``more`` is for its environment."""
    own = {"TIEOUT_DATABASE_URL": database_url, "TIEOUT_REDIS_URL": redis_url}
    process = PoolProcess({**clean(), **own, **(more or {})}, folder, size)
    process.start()
    try:
        yield process
    finally:
        if process.process and process.process.poll() is None:
            process.stop()


def children(pid: int) -> list[int]:
    """The processes that this one started and that still run."""
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in listed.split()]


def kill(pid: int) -> bool:
    """Whether there was such a process to kill."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def open_imports(engine: Engine) -> int:
    """How many imports have not ended."""
    query = select(func.count()).select_from(Import).where(Import.status.in_(OPEN))
    with read_only(engine) as session:
        return session.scalar(query) or 0


def wait_until_done(engine: Engine, seconds: float) -> None:
    """Wait until every import has ended. Raises ``TimeoutError``."""
    deadline = time.monotonic() + seconds
    while open_imports(engine):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{open_imports(engine)} imports are still open")
        time.sleep(0.1)


def queued(engine: Engine, redis_url: str, folder: Path, data: bytes | None = None) -> int:
    """The id of a queued june.pdf."""
    file = folder / "june.pdf"
    file.write_bytes(data or source("june.pdf").data or b"")
    given = [DocumentSource("june.pdf", file)]
    (outcome,) = submit_all(engine, given, ImportOptions(), WorkQueue(redis_url))
    assert outcome.import_id
    return outcome.import_id
