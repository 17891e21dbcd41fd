"""What models proposed about a statement when asked, kept while what it is about is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, select

from db.models import Proposal, Reconciliation
from db.words import ProposalStatus
from pipeline.matching.shapes import Difference
from pipeline.record.held import Held

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_WAITING: Final = (
    select(Proposal)
    .where(
        Proposal.reconciliation_id.in_(bindparam("reconciliations", expanding=True)),
        Proposal.status == ProposalStatus.PENDING,
    )
    .order_by(Proposal.id)
)


def keep_model_proposals(
    session: Session,
    row: Reconciliation,
    suggested: Iterable[Proposal],
    differences: Sequence[Difference],
    held: Held,
) -> None:
    """Let wait of what models ``suggested`` what still can be accepted, and drop the rest: the
    ledger moved past it."""
    for proposal in suggested:
        holds = all(
            touches_only(change, differences) and not held.forbids(session, change)
            for change in proposal.changes
        )
        if holds:
            proposal.ledger_etag = row.ledger_etag or ""
        else:
            session.delete(proposal)
    session.flush()


def pending_of(session: Session, rows: Iterable[Reconciliation]) -> Sequence[Proposal]:
    """All that is proposed about these statements and waits, the oldest first."""
    return session.scalars(_WAITING, {"reconciliations": [row.id for row in rows]}).all()


def touches_only(change: Mapping[str, Any], differences: Sequence[Difference]) -> bool:
    """Whether every line and entry that the change names is in one of these differences."""
    lines = {line for each in differences for line in each.lines}
    entries = {entry for each in differences for entry in each.entries}
    named = {each["ordinal"] for each in change.get("lines", ())}
    named |= {change["line"]} if "line" in change else set()
    booked = {*change.get("entries", ()), *([change["entry"]] if "entry" in change else [])}
    return named <= lines and booked <= entries
