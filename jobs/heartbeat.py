"""Keeps a lease alive while long work goes on, and tells how far it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from db.errors import TieoutError
from db.models import utc_now
from db.session import unit_of_work
from jobs.claims import LEASE, Work, fence
from pipeline.progress import Progress

#: A lease may miss two beats.
BEAT_SECONDS = LEASE.total_seconds() / 3


@dataclass(slots=True)
class Told:
    """Passes progress on, and remembers it for the next beat."""

    to: Progress
    stage_name: str = ""
    page_text: str | None = None

    def stage(self, name: str) -> None:
        """A stage begins."""
        self.stage_name, self.page_text = name, None
        self.to.stage(name)

    def page(self, number: int, of: int) -> None:
        """A page is done."""
        self.page_text = f"{number}/{of}"
        self.to.page(number, of)


@contextmanager
def beating(engine: Engine, work: Work, told: Told, every: float = BEAT_SECONDS) -> Iterator[None]:
    """While the block runs, renew the lease and write down the stage every so many seconds."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(every):
            try:
                _beat(engine, work, told)
            except TieoutError:
                # Lost or unreachable: the fence will stop the work when it wants to write.
                return

    thread = threading.Thread(target=beat, name="tieout-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat(engine: Engine, work: Work, told: Told) -> None:
    now = utc_now()
    with unit_of_work(engine) as session:
        fence(
            session,
            work,
            heartbeat_at=now,
            lease_until=now + LEASE,
            stage=told.stage_name or None,
            progress=told.page_text,
        )
