"""Orders imports that wait, gives lost ones back, and keeps Redis filled with the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter

from sqlalchemy import ColumnElement, Engine, Function, func, select, text
from sqlalchemy.orm import Session

from db.models import Import
from db.models.imports import WAITING
from db.session import database_now, read_only
from db.words import ImportStatus, Priority
from jobs.lease.lease import give_back_lost
from jobs.queue.work_queue import WorkQueue

# As it is in the index: where the status is a parameter, no planner may use it.
_WAITS = text(WAITING)


def next_waiting(session: Session, priority: Priority, most: int) -> list[int]:
    """The imports of that priority whose turn is next, at most so many."""
    fresh = (
        select(Import.turn, Import.id)
        .where(_WAITS, Import.priority == priority)
        .order_by(Import.turn, Import.id)
        .limit(most)
    )
    put_off = (
        select(Import.turn, Import.id)
        .where(
            Import.status == ImportStatus.QUEUED,
            Import.run_after <= database_now(session),
            Import.priority == priority,
        )
        .order_by(Import.run_after)
        .limit(most)
    )
    found = [tuple(row) for query in (fresh, put_off) for row in session.execute(query)]
    return [row[1] for row in sorted(found, key=itemgetter(0, 1))[:most]]


def is_put_off(session: Session, import_id: int) -> bool:
    """Whether it waits for its time: the queue may hold an id twice, and a second one that is met
    right after the first try must not be a try of its own.
    """
    later = Import.run_after > database_now(session)
    waits = select(Import.id).where(Import.id == import_id, Import.status == ImportStatus.QUEUED)
    return session.scalar(waits.where(later)) is not None


@dataclass(slots=True)
class Turns:
    """Gives the documents of one batch their turns."""

    session: Session
    priority: Priority
    _next: dict[str | None, int] = field(default_factory=dict)

    def take(self, origin: str | None) -> int:
        """The next turn of that folder."""
        turn = self._next[origin] if origin in self._next else self._first(origin)
        self._next[origin] = turn + 1
        return turn

    def _first(self, origin: str | None) -> int:
        own = Import.origin == origin if origin is not None else Import.origin.is_(None)
        last = self._one(func.max(Import.turn), own)
        begun = self._one(func.min(Import.turn))
        return max(0 if begun is None else begun, 0 if last is None else last + 1)

    def _one(self, what: Function[int], *which: ColumnElement[bool]) -> int | None:
        query = select(what).where(_WAITS, Import.priority == self.priority, *which)
        return self.session.scalar(query)


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
