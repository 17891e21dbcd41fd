"""The JSON of what models suggest about a statement, and what a person has not decided on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.decisions import ChangeShape, change_shape
from pipeline.record.suggested import suggestions_of
from pipeline.review.foreseen import foreseen

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Proposal, Reconciliation


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionShape:
    """What a model suggests about a statement: no proof, and nothing before a person's yes."""

    proposal_id: int
    suggested_by: str
    reason: str
    changes: tuple[ChangeShape, ...]


def suggestion_shapes(session: Session, result: Reconciliation) -> tuple[SuggestionShape, ...]:
    """Every suggestion about the statement that waits, with what it would make of the ledger."""
    return tuple(
        _shape(session, result.statement.account_id, each)
        for each in suggestions_of(session, result)
    )


def _shape(session: Session, account_id: int | None, proposal: Proposal) -> SuggestionShape:
    by = proposal.suggested_by or ""
    return SuggestionShape(
        proposal_id=proposal.id,
        suggested_by=by,
        reason=proposal.reason,
        changes=tuple(
            change_shape(foreseen(session, account_id, change), by) for change in proposal.changes
        ),
    )
