"""How many imports of a ledger wait for a person, counted no further than anybody reads."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, func, select

from db.models import Import
from db.session import read_only
from db.words import ImportStatus

MOST: Final = 1000
_FOR_A_PERSON: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)


def waiting_in(engine: Engine) -> int:
    """At most `MOST`."""
    some = select(Import.id).where(Import.status.in_(_FOR_A_PERSON)).limit(MOST).subquery()
    with read_only(engine) as session:
        return session.scalars(select(func.count()).select_from(some)).one()
