"""What an import offers to change, as a page shows it before a person decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.proposals import first_of_each_account, pending_of, seen_of, statement_of
from app.shapes.decisions import ChangeShape, change_shape
from db.models import Proposal
from db.session import read_only
from pipeline.account.new_account import is_outdated
from pipeline.record.drafts import draft_of
from pipeline.record.settled_versions import is_stale
from pipeline.review.foreseen import entries_changed, foreseen


@dataclass(frozen=True, slots=True)
class Offer:
    """``seen`` goes back with the decision. ``moved``: the ledger is not what the changes were
    proposed for, so none is shown until they are made anew. ``more``: so many proposals wait until
    those before them, for the same account, are decided.
    """

    seen: str
    moved: bool
    changes: tuple[ChangeShape, ...]
    more: int


def offered(engine: Engine, import_id: int) -> Offer | None:
    """The changes that a yes would carry out, numbered by their order; None if nothing waits."""
    with read_only(engine) as session:
        proposals = pending_of(session, import_id)
        if not proposals:
            return None
        first = first_of_each_account(session, proposals)
        moved = any(has_moved(session, proposal) for proposal in first)
        return Offer(
            seen=seen_of(proposals),
            moved=moved,
            changes=() if moved else tuple(_changes(session, first)),
            more=len(proposals) - len(first),
        )


def _changes(session: Session, proposals: Sequence[Proposal]) -> Iterator[ChangeShape]:
    for proposal in proposals:
        statement = statement_of(session, proposal)
        kept = (statement.account, entries_changed(session, [proposal]))
        for change in proposal.changes:
            seen = foreseen(session, statement.account_id, change)
            yield change_shape(seen, proposal.suggested_by)
        del kept


def has_moved(session: Session, proposal: Proposal) -> bool:
    """Whether the ledger is not what the proposal was made for."""
    statement = statement_of(session, proposal)
    if statement.account_id is not None:
        return is_stale(session, statement.account_id)
    return is_outdated(session, draft_of(statement), proposal.changes[0])
