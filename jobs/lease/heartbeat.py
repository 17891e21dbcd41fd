"""Keeps a lease alive while its import is carried out, and writes down how far it is."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from db.errors import TieoutError
from db.session import unit_of_work
from db.words import FaultClass
from jobs.lease.lease import LEASE, Work, renew
from pipeline.errors import WorkLost
from pipeline.progress import Progress

#: A lease may miss two beats.
BEAT_SECONDS = LEASE.total_seconds() / 3

#: How soon a new stage or page is written down.
LOOK_SECONDS = 1.0


class StopAsked(TieoutError, fault=FaultClass.TRANSIENT):
    """This worker was asked to stop, so the import went back to the queue. The next worker goes
    on with it."""


@dataclass(slots=True)
class RunningProgress:
    """Passes progress on, remembers it for the next beat, and stops between stages if asked to."""

    to: Progress
    stopping: Callable[[], bool] = lambda: False
    stage_name: str = ""
    page_text: str | None = None

    def stage(self, name: str) -> None:
        """A stage begins. Raises ``StopAsked``."""
        self.look()
        self.stage_name, self.page_text = name, None
        self.to.stage(name)

    def look(self) -> None:
        """Stop if asked to. Raises ``StopAsked``."""
        if self.stopping():
            raise StopAsked

    def page(self, number: int, of: int) -> None:
        self.page_text = f"{number}/{of}"
        self.to.page(number, of)

    @property
    def now(self) -> tuple[str, str | None]:
        return self.stage_name, self.page_text


@contextmanager
def beating(
    engine: Engine,
    work: Work,
    progress: RunningProgress,
    every: float = BEAT_SECONDS,
) -> Iterator[None]:
    """While the block runs, renew the lease every so many seconds, and write down a new stage or
    page within `LOOK_SECONDS`."""
    over = threading.Event()

    def beat() -> None:
        written, last = progress.now, time.monotonic()
        while not over.wait(min(every, LOOK_SECONDS)):
            if progress.now == written and time.monotonic() - last < every:
                continue
            written, last = progress.now, time.monotonic()
            try:
                with unit_of_work(engine) as session:
                    renew(session, work, progress.stage_name or None, progress.page_text)
            except WorkLost:
                return  # the fence will stop the work when it wants to write
            except TieoutError:
                written = ("", None)  # the ledger is away or busy: try again at the next look

    thread = threading.Thread(target=beat, name="tieout-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
