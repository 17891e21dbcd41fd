"""What waits before and after an import, so that a person can go from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import case, func, select

from db.models import Import
from pipeline.review.waiting import WAITING

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The imports before and after that need a person, by number; ``place`` is how many of those
    ``waiting`` come before this one, counted from 1; 0 where this one does not wait."""

    before: int | None
    after: int | None
    place: int
    waiting: int


def neighbours_of(session: Session, work: Import) -> Neighbours:
    """The neighbours of an import among those that need a person."""
    query = select(
        func.max(case((Import.id < work.id, Import.id))),
        func.min(case((Import.id > work.id, Import.id))),
        func.count(case((Import.id <= work.id, 1))),
        func.count(),
    ).where(Import.status.in_(WAITING))
    before, after, place, waiting = session.execute(query).one()
    return Neighbours(before, after, place if work.status in WAITING else 0, waiting)
