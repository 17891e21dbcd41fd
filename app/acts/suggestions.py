"""Takes what a model suggests for an import's differences, for a person who was shown it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.actors import person
from app.acts.refusals import carried_out
from app.shapes.decisions import DecisionShape, decision_shape
from db.models import Proposal
from db.session import unit_of_work
from pipeline.record.settling import settle_stale
from pipeline.review.errors import LedgerStale
from pipeline.review.suggested import chosen, seen_as, take


@dataclass(frozen=True, slots=True)
class Taken:
    """What it came to; ``seen`` stands for what was taken, and goes back with a person's yes."""

    seen: str
    decisions: list[DecisionShape]


def take_suggested(
    engine: Engine,
    import_id: int,
    only: Collection[int],
    *,
    dry_run: bool,
    seen: str | None = None,
    actor: str | None = None,
) -> Taken:
    """Carry out what is suggested for the differences of the import, all of it or nothing.

    ``only`` are the numbers of differences, all if empty; ``seen`` is from the dry run that a
    person looked at. Raises ``NothingSuggested``, ``SuggestionMoved`` and what
    `pipeline.review.resolving.resolve` raises.
    """
    who = actor or person()

    def act(session: Session) -> Taken:
        shown = seen_as(chosen(session, import_id, only))
        decided = take(session, import_id, only, who, seen)
        shapes = [decision_shape(session.get_one(Proposal, d.proposal_id), d) for d in decided]
        return Taken(shown, shapes)

    try:
        return carried_out(engine, act, action="accept", actor=who, dry_run=dry_run)
    except LedgerStale:
        with unit_of_work(engine, dry_run=dry_run) as session:
            settle_stale(session)
        raise
