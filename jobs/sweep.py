"""Finds work that was lost: a worker that died, an id that the queue lost. Anyone may sweep."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, or_, select

from db.clock import database_now
from db.models import Import
from db.session import read_only
from db.words import ImportStatus
from jobs.losses import give_back_lost
from jobs.work_queue import WorkQueue


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep found, as ids of imports: given back to the queue, set aside as poison, and
    waiting though the queue did not know of them.
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
    pushed = _unheard(engine, work_queue)
    work_queue.push(pushed)
    return Swept(returned, poisoned, pushed)


def _unheard(engine: Engine, work_queue: WorkQueue) -> tuple[int, ...]:
    waiting = select(Import.id).where(Import.status == ImportStatus.QUEUED)
    with read_only(engine) as session:
        due = or_(Import.run_after.is_(None), Import.run_after <= database_now(session))
        ids = session.scalars(waiting.where(due).order_by(Import.id)).all()
    heard = frozenset(work_queue.waiting() if ids else ())
    return tuple(import_id for import_id in ids if import_id not in heard)
