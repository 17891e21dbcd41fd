"""Finds work that was lost: a worker that died, an id that the queue lost. Anyone may sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sqlalchemy import Engine, Select, select, update
from sqlalchemy.orm import Session

from db.clock import database_now
from db.errors import TieoutError
from db.models import Import
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.leases import is_lost, let_go
from jobs.refilling import refill
from jobs.work_queue import WorkQueue

#: A document that ended so many workers is not given to another one.
MOST_DEATHS = 3


class Poison(TieoutError):
    """{deaths} workers died over this document, so it is kept for a person. Try it by itself:
    tieout read FILE. If that works, queue it again: tieout jobs retry {import_id}"""

    code: ClassVar[str] = "poison"


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


def give_back_lost(engine: Engine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Let the running imports wait again whose worker is gone: ids given back, ids of poison."""
    with read_only(engine) as session:
        now = database_now(session)
        lost = [row.id for row in session.scalars(_running()) if is_lost(row, now)]
    returned: list[int] = []
    poisoned: list[int] = []
    for import_id in lost:
        with unit_of_work(engine) as session:
            row = session.get_one(Import, import_id)
            if row.status is not ImportStatus.RUNNING or not is_lost(row, database_now(session)):
                continue
            poison = _poison(row)
            if _give_back(session, row, poison):
                (poisoned if poison else returned).append(import_id)
    return tuple(returned), tuple(poisoned)


def _poison(row: Import) -> Poison | None:
    deaths = row.deaths + 1
    return Poison(deaths=deaths, import_id=row.id) if deaths >= MOST_DEATHS else None


def _running() -> Select[Import]:
    return select(Import).where(Import.status == ImportStatus.RUNNING).order_by(Import.id)


def _give_back(session: Session, row: Import, poison: Poison | None) -> bool:
    """Whether the row was still as it was seen; a worker that wakes up now can write no more."""
    seen = (
        Import.id == row.id,
        Import.attempts == row.attempts,
        Import.status == ImportStatus.RUNNING,
        Import.lease_until == row.lease_until,
    )
    values = {
        **let_go(session, ImportStatus.FAILED if poison else ImportStatus.QUEUED),
        "deaths": row.deaths + 1,
        "error_code": poison.code if poison else None,
        "error_message": poison.message() if poison else None,
    }
    changed = update(Import).where(*seen).values(**values).returning(Import.id)
    return session.execute(changed).first() is not None
