"""What an import offers to change, as a page shows it before a person decides."""

from __future__ import annotations

from typing import TypedDict

from sqlalchemy import Engine

from app.decisions import say_yes, seen_of, waiting_proposals
from app.errors import NothingWaits
from app.shapes.decisions import ChangeShape
from db.errors import TieoutError
from db.session import reading


class OfferShape(TypedDict):
    """``seen`` goes back with the decision; ``trouble`` says why nothing can be carried out."""

    seen: str
    changes: list[ChangeShape]
    trouble: str | None


def offered(engine: Engine, import_id: int) -> OfferShape | None:
    """The changes that a yes would carry out now, in their order; None if nothing waits."""
    try:
        with reading(engine) as session:
            seen = seen_of(waiting_proposals(session, import_id))
    except NothingWaits:
        return None
    try:
        decisions = say_yes(engine, import_id, (), dry_run=True, seen=seen)
    except TieoutError as error:
        return OfferShape(seen=seen, changes=[], trouble=error.message())
    return OfferShape(
        seen=seen, changes=[each for one in decisions for each in one["changes"]], trouble=None
    )
