"""Finds work that was lost: a worker that died, an id that the queue lost. Anyone may sweep."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from jobs.losses import give_back_lost
from jobs.refilling import refill
from jobs.work_queue import WorkQueue


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did, as ids of imports: given back to the queue, set aside as poison, and
    queued as the next ones.
    """

    returned: tuple[int, ...] = ()
    poisoned: tuple[int, ...] = ()
    pushed: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        """Whether there was anything to do."""
        return bool(self.returned or self.poisoned or self.pushed)


def sweep(engine: Engine, work_queue: WorkQueue) -> Swept:
    """Give lost work back, set poison aside, and put what waits into the queue again.

    Raises ``QueueUnreachable`` and ``LedgerUnreachable``; what was written before that stays.
    """
    returned, poisoned = give_back_lost(engine)
    return Swept(returned, poisoned, refill(engine, work_queue))
