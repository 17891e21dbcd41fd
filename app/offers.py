"""What an import offers to change, as a page shows it before a person decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.decisions import seen_of, waiting_proposals
from app.errors import NothingWaits
from app.shapes.decisions import ChangeShape, change_shape
from db.ledger import ledger_etag
from db.models import Proposal, Reconciliation
from db.session import reading
from pipeline.review.foreseen import foreseen


class OfferShape(TypedDict):
    """``seen`` goes back with the decision. ``moved``: the ledger is not what the changes were
    proposed for, so none is told until they are made anew.
    """

    seen: str
    moved: bool
    changes: list[ChangeShape]


def offered(engine: Engine, import_id: int) -> OfferShape | None:
    """The changes that a yes would carry out, numbered by their order; None if nothing waits."""
    with reading(engine) as session:
        try:
            proposals = waiting_proposals(session, import_id)
        except NothingWaits:
            return None
        moved = any(_moved(session, proposal) for proposal in proposals)
        changes = [] if moved else list(_changes(session, proposals))
        return OfferShape(seen=seen_of(proposals), moved=moved, changes=changes)


def _changes(session: Session, proposals: Sequence[Proposal]) -> Iterator[ChangeShape]:
    for proposal in proposals:
        account_id = _account(session, proposal)
        for change in proposal.changes:
            yield change_shape(foreseen(session, account_id, change))


def _moved(session: Session, proposal: Proposal) -> bool:
    account_id = _account(session, proposal)
    return account_id is not None and ledger_etag(session, account_id) != proposal.ledger_etag


def _account(session: Session, proposal: Proposal) -> int | None:
    result = session.get_one(Reconciliation, proposal.reconciliation_id)
    return result.statement.account_id
