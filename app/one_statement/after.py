"""What would follow from a decision: it is taken in full, looked at, and rolled back.

So whether a period would be locked is said by the code that locks it, and never guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from app.acts.actors import person
from app.acts.imports import accepted
from app.acts.refusals import carried_out
from app.one_statement.chosen import Chosen, chosen_of, results_of
from app.one_statement.figures import left_of
from app.one_statement.shapes import AfterShape
from app.shapes.decisions import decision_shape
from db.imports import import_of
from db.locks import lock_in_force
from db.models import Proposal
from db.watched import watch
from pipeline.record.left import left_alone
from pipeline.record.pairing import lines_of
from pipeline.record.shown import recorded_differences
from pipeline.review import resolving
from pipeline.review.errors import WhichStatement

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session

    from app.shapes.decisions import ChangeShape
    from db.models import Reconciliation
    from db.watched import Watch
    from pipeline.review.wishing import Wish


def after_accepting(
    engine: Engine,
    import_id: int,
    number: int | None,
    only: Collection[int],
    *,
    of: Collection[int] = (),
    seen: str,
    actor: str | None = None,
    hears: Watch | None = None,
) -> AfterShape:
    """How the import's statement of this number (from 1) would stand if these changes were
    accepted, or all of the proposals ``of`` these ids; if none are, how it stands. ``hears`` is
    told how far it is.

    Raises what `app.acts.imports.accept` and `chosen_statement` raise.
    """
    who = actor or person()

    def act(session: Session) -> AfterShape:
        watch(session, hears)
        at = chosen_statement(session, import_id, number).row
        meant = bool(only or of)
        changes = accepted(session, import_id, only, who, of=of, seen=seen) if meant else []
        return _after(session, at, [made for each in changes for made in each.changes])

    return carried_out(engine, act, action="accept", actor=who, dry_run=True)


def after_resolving(
    engine: Engine,
    import_id: int,
    number: int,
    wish: Wish,
    *,
    seen: str,
    actor: str | None = None,
) -> AfterShape:
    """How the statement of a difference would stand if that were settled as wished.

    Raises what `app.acts.imports.resolve` raises.
    """
    who = actor or person()

    def act(session: Session) -> AfterShape:
        at = resolving.one_difference(session, import_id, number).row
        decided = resolving.resolve(session, import_id, number, wish, who, seen)
        shape = decision_shape(session.get_one(Proposal, decided.proposal_id), decided)
        return _after(session, at, shape.changes)

    return carried_out(engine, act, action=wish.act, actor=who, dry_run=True)


def chosen_statement(session: Session, import_id: int, number: int | None) -> Chosen:
    """The import's statement of that number. Raises ``NoSuchImport`` and ``WhichStatement``."""
    import_of(session, import_id)
    rows = results_of(session, import_id)
    found = chosen_of(rows, number)
    if found is None:
        raise WhichStatement(import_id=import_id, count=len(rows))
    return found


def _after(session: Session, row: Reconciliation, made: Sequence[ChangeShape]) -> AfterShape:
    session.flush()
    statement, differences = row.statement, recorded_differences(row)
    lines = lines_of(session, [statement.id])[statement.id] if differences else []
    return AfterShape(
        made=tuple(made),
        verdict=row.verdict,
        left=left_of(row),
        open=len(left_alone(session, row, lines, differences)),
        locks=lock_in_force(session, row.id) is not None,
        period_start=statement.period_start,
        period_end=statement.period_end,
    )
