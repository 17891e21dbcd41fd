"""What waits for a person, by cause, as the first page and its number show it."""

from __future__ import annotations

from sqlalchemy import Engine, func, select

from db.models import Import
from db.session import read_only
from pipeline.review.waiting import WAITING


def how_many_wait(engine: Engine) -> int:
    """How many imports wait for a person."""
    query = select(func.count()).select_from(Import).where(Import.status.in_(WAITING))
    with read_only(engine) as session:
        return session.scalar(query) or 0
