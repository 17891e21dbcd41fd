"""Keeps the queue in Redis short and in order: it holds the next imports, the table all that wait.

Whoever puts work in refills, and so do the pools; one at a time does it. After Redis lost all it
held, a window of ids comes back, however many imports wait.
"""

from __future__ import annotations

from sqlalchemy import Engine

from db.session import read_only
from db.words import Priority
from jobs.waiting import next_waiting
from jobs.work_queue import WorkQueue


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
