"""The JSON of what models proposed about a statement when asked, and nobody decided on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.decisions import ChangeShape, change_shape
from pipeline.review.foreseen import foreseen

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Proposal, Reconciliation


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelProposalShape:
    """What a model proposed about a statement: no proof, and nothing before a person's yes."""

    proposal_id: int
    suggested_by: str
    reason: str
    changes: tuple[ChangeShape, ...]


def model_proposal_shapes(
    session: Session, result: Reconciliation, pending: Iterable[Proposal]
) -> tuple[ModelProposalShape, ...]:
    """Every such proposal about the statement among what is ``pending``, with what it would make
    of the ledger."""
    return tuple(
        _shape(session, result.statement.account_id, each)
        for each in pending
        if each.reconciliation_id == result.id and each.suggested_by is not None
    )


def _shape(session: Session, account_id: int | None, proposal: Proposal) -> ModelProposalShape:
    by = proposal.suggested_by or ""
    return ModelProposalShape(
        proposal_id=proposal.id,
        suggested_by=by,
        reason=proposal.reason,
        changes=tuple(
            change_shape(foreseen(session, account_id, change), by) for change in proposal.changes
        ),
    )
