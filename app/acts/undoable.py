"""Undoes what a row of the log tells of, and takes a model's suggestions."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, Unpack

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts import accounts
from app.acts.refusals import How, carried_out, unit_for
from app.errors import PageOutdated
from app.queries import history
from app.shapes.decisions import (
    ActShape,
    DecisionShape,
    DecisionsUndoneShape,
    change_shape,
    decision_shape,
    left_shapes,
)
from app.shapes.ledger import AccountChangeShape
from app.shapes.writing import json_text, shaped
from db.accounts.log import AccountAct, last_acts
from db.log import LogFilter, split
from db.models import Proposal
from db.session import read_only
from pipeline.record.settling import settle_stale
from pipeline.review import undoing
from pipeline.review.errors import LedgerStale, NotUndoable
from pipeline.review.suggested import chosen, seen_as, take

_OF_ACCOUNTS = tuple(act.value for act in AccountAct if act is not AccountAct.UNDO)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What undoing would come to. ``seen`` goes back with the yes; ``together`` is how many
    decisions were made by the same yes, as far as they are in force."""

    act: ActShape
    kind: Literal["decision", "group", "account"]
    seen: str
    undone: DecisionsUndoneShape | None = None
    account: AccountChangeShape | None = None
    together: int = 1


def undoable(engine: Engine, shown: Sequence[ActShape]) -> set[int]:
    """Those of the acts that can be undone, by their numbers in the log."""
    decisions = [act for act in shown if act.action in undoing.DECISIONS]
    account_ids = {number for act in shown if (number := _account_of(act)) is not None}
    with read_only(engine) as session:
        found = undoing.in_force(session, ((act.id, act.subject, act.at) for act in decisions))
        last = last_acts(session, account_ids) if account_ids else set()
    return set(found) | last


def foresee(engine: Engine, number: int, *, group: bool = False) -> Foreseen:
    """What undoing that act would come to, or with ``group`` all that were decided with it; nothing
    is done. Raises ``NotUndoable`` and what the act of undoing raises."""
    act = _act(engine, number)
    account_id = _account_of(act)
    if account_id is not None:
        change = accounts.undo(engine, str(account_id), act=number, dry_run=True)
        return Foreseen(act, "account", str(number), account=change)
    undone = undo_decision(engine, number, group=group, dry_run=True)
    with read_only(engine) as session:
        together = len(undoing.made_together(session, number))
    kind: Literal["group", "decision"] = "group" if group else "decision"
    return Foreseen(act, kind, _seen(undone), undone=undone, together=together)


def undo_act(
    engine: Engine, number: int, seen: str, actor: str | None, *, group: bool = False
) -> None:
    """Undo it, if it is still what a person saw. Raises what `foresee` raises."""
    account_id = _account_of(_act(engine, number))
    if account_id is not None:
        accounts.undo(engine, str(account_id), act=number, dry_run=False, actor=actor)
    else:
        undo_decision(engine, number, group=group, dry_run=False, seen=seen, actor=actor)


def undo_decision(
    engine: Engine, number: int, *, group: bool = False, **how: Unpack[How]
) -> DecisionsUndoneShape:
    """Take one decision back, by its number in the log, or with ``group`` all that were made by the
    same yes. No document goes, and no other decision. Raises ``NotUndoable``, ``NotUndone``,
    ``WouldBreakLock`` and ``PageOutdated``."""
    seen = how.get("seen")

    def act(session: Session, who: str) -> DecisionsUndoneShape:
        acts = undoing.made_together(session, number) if group else [number]
        undone = undoing.undo_decisions(session, acts, who)
        left, changes = left_shapes(undone), tuple(map(change_shape, undone.applied))
        shape = shaped(DecisionsUndoneShape, undone, acts=tuple(acts), left=left, undone=changes)
        if seen is not None and seen != _seen(shape):
            raise PageOutdated(import_id=shape.imports[0])
        return shape

    return carried_out(engine, act, "undo", how)


@dataclass(frozen=True, slots=True)
class JustDone:
    """A decision that was just taken: what it changed, and how many one yes brought with it."""

    act: ActShape
    together: int


def just_done(engine: Engine, number: int | None) -> JustDone | None:
    """The decision of that number in the log, as far as it can be undone."""
    if number is None:
        return None
    try:
        act = _act(engine, number)
    except NotUndoable:
        return None
    with read_only(engine) as session:
        return JustDone(act, len(undoing.made_together(session, number)))


def _seen(undone: DecisionsUndoneShape) -> str:
    return hashlib.sha256(json_text(undone, indent=None).encode()).hexdigest()


def _act(engine: Engine, number: int) -> ActShape:
    found = history.acts(engine, LogFilter(before=number + 1, limit=1)).acts
    if not found or found[0].id != number or number not in undoable(engine, found):
        raise NotUndoable(number=number)
    return found[0]


def _account_of(act: ActShape) -> int | None:
    table, number = split(act.subject)
    return number if table == "accounts" and act.action in _OF_ACCOUNTS else None


@dataclass(frozen=True, slots=True)
class Taken:
    """What it came to; ``seen`` identifies what was taken, and goes back with a person's yes."""

    seen: str
    decisions: list[DecisionShape]


def take_suggested(
    engine: Engine, import_id: int, only: Collection[int], **how: Unpack[How]
) -> Taken:
    """Carry out what is suggested for the differences of the import, all of it or nothing.

    ``only`` are the numbers of differences, all if empty; ``seen`` is from the dry run that a
    person looked at. Raises ``NothingSuggested``, ``SuggestionMoved`` and what
    `pipeline.review.resolving.resolve` raises."""

    def act(session: Session, who: str) -> Taken:
        shown = seen_as(chosen(session, import_id, only))
        decided = take(session, import_id, only, who, how.get("seen"))
        shapes = [decision_shape(session.get_one(Proposal, d.proposal_id), d) for d in decided]
        return Taken(shown, shapes)

    try:
        return carried_out(engine, act, "accept", how)
    except LedgerStale:
        with unit_for(engine, how) as (session, _):
            settle_stale(session)
        raise
