"""Returns lost work to the queue and refills it: Redis holds the next imports, the table all."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from db.session import read_only
from db.words import Priority
from jobs.lease.loss import give_back_lost
from jobs.queue.order import next_waiting
from jobs.queue.work_queue import WorkQueue


def refill(engine: Engine, work_queue: WorkQueue) -> tuple[int, ...]:
    """Queue what comes next where fewer wait than half a window; the ids that were queued.

    Raises ``QueueUnreachable`` and ``LedgerUnreachable``.
    """
    window = work_queue.window()
    low = [priority for priority in Priority if work_queue.depth(priority) * 2 < window]
    if not low:
        return ()
    with work_queue.refilling() as ours:
        pushed = [_refill(engine, work_queue, each, window) for each in low] if ours else []
    return tuple(import_id for ids in pushed for import_id in ids)


def _refill(engine: Engine, work_queue: WorkQueue, priority: Priority, window: int) -> list[int]:
    with read_only(engine) as session:
        ids = next_waiting(session, priority, window)
    if not ids:
        return []
    known = frozenset(work_queue.waiting(priority))
    fresh = [import_id for import_id in ids if import_id not in known]
    fresh = fresh[: window - len(known)]
    work_queue.push(fresh, priority)
    return fresh


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
