"""What a model was asked about a statement, what that cost, and what it did, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from app.one_statement.shapes import AskedModelShape
from db.models import Reconciliation

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: More steps than these are no reading for a person.
_MOST_STEPS: Final = 60


def asked_model(session: Session, row: Reconciliation) -> AskedModelShape | None:
    """What was asked; None where arithmetic settled all, and where only rules answered."""
    if row.model is None or row.model == "offline" or not row.turns:
        return None
    trace = session.scalar(select(Reconciliation.trace).where(Reconciliation.id == row.id))
    return AskedModelShape(
        model=row.model,
        turns=row.turns,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        cost=Decimal(row.cost_usd) if row.cost_usd else None,
        steps=tuple(_steps(trace or ())),
    )


def _steps(trace: Any) -> Iterator[str]:
    for line in list(trace)[:_MOST_STEPS]:
        if isinstance(line, Mapping):
            named = (line.get(name) for name in ("tool", "name", "status", "code"))
            yield " ".join([str(line.get("kind", "")), *(str(each) for each in named if each)])
