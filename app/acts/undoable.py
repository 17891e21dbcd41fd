"""Undoes what a row of the log tells of, and takes a model's suggestions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.access.rights import person
from app.acts import accounts
from app.acts import imports as acts
from app.acts.refusals import carried_out
from app.errors import NotUndoable
from app.queries import history
from app.shapes.decisions import ActShape, ChangeShape, DecisionShape, UndoneShape, decision_shape
from app.shapes.ledger import AccountChangeShape
from db.accounts.log import AccountAct, last_acts
from db.log import LogFilter, split
from db.models import Import, Proposal
from db.session import read_only, unit_of_work
from jobs.lease.lease import OPEN
from pipeline.record.settling import settle_stale
from pipeline.review.errors import LedgerStale
from pipeline.review.suggested import chosen, seen_as, take

#: What a person did to an import that goes when the import is undone.
_OF_IMPORTS = ("accept", "resolve", "reject", "state")
_OF_ACCOUNTS = tuple(act.value for act in AccountAct if act is not AccountAct.UNDO)
#: So many acts are looked at for what an import changed.
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What undoing would come to. ``seen`` goes back with the yes.

    ``changes`` are what the import's decisions changed and would be put back.
    """

    act: ActShape
    kind: Literal["import", "account"]
    seen: str
    undone: UndoneShape | None = None
    account: AccountChangeShape | None = None
    changes: tuple[ChangeShape, ...] = ()


def undoable(engine: Engine, shown: Sequence[ActShape]) -> set[int]:
    """Those of the acts that can be undone, by their numbers in the log."""
    of_imports = [act for act in shown if act.action in _OF_IMPORTS and act.import_id]
    account_ids = {number for act in shown if (number := _account_of(act)) is not None}
    with read_only(engine) as session:
        there = _there(session, {act.import_id for act in of_imports if act.import_id})
        last = last_acts(session, account_ids) if account_ids else set()
    return {act.id for act in of_imports if _is_of(act, there)} | last


def foresee(engine: Engine, number: int) -> Foreseen:
    """What undoing that act would come to; nothing is done.

    Raises ``NotUndoable`` and what the act of undoing raises.
    """
    act = _act(engine, number)
    account_id = _account_of(act)
    if account_id is not None:
        change = accounts.undo(engine, str(account_id), act=number, dry_run=True)
        return Foreseen(act, "account", str(number), account=change)
    assert act.import_id is not None
    undone, seen = acts.foresee_undo(engine, act.import_id)
    changes = _changes(engine, act.import_id, undone.restored)
    return Foreseen(act, "import", seen, undone=undone, changes=changes)


def undo_act(engine: Engine, number: int, seen: str, actor: str | None) -> None:
    """Undo it, if it is still what a person saw. Raises what `foresee` raises."""
    act = _act(engine, number)
    account_id = _account_of(act)
    if account_id is not None:
        accounts.undo(engine, str(account_id), act=number, dry_run=False, actor=actor)
    else:
        assert act.import_id is not None
        acts.undo(engine, act.import_id, seen=seen, dry_run=False, actor=actor)


def _act(engine: Engine, number: int) -> ActShape:
    found = history.acts(engine, LogFilter(before=number + 1, limit=1)).acts
    if not found or found[0].id != number or number not in undoable(engine, found):
        raise NotUndoable(number=number)
    return found[0]


def _account_of(act: ActShape) -> int | None:
    table, number = split(act.subject)
    return number if table == "accounts" and act.action in _OF_ACCOUNTS else None


def _there(session: Session, imports: Collection[int]) -> dict[int, Import]:
    if not imports:
        return {}
    found = session.scalars(select(Import).where(Import.id.in_(imports)))
    return {work.id: work for work in found if work.status not in OPEN and work.document_id}


def _is_of(act: ActShape, there: dict[int, Import]) -> bool:
    """Whether the import is still the one that the act was about: numbers are given out again."""
    work = there.get(act.import_id or 0)
    return work is not None and work.created_at <= act.at


def _changes(engine: Engine, import_id: int, restored: Collection[int]) -> tuple[ChangeShape, ...]:
    """What was done to the entries that would be put back, the newest first."""
    done = history.acts(engine, LogFilter(import_id=import_id, limit=_MOST)).acts
    decided = (act for act in done if act.action in ("accept", "resolve"))
    return tuple(each for act in decided for each in act.changes if each.entry in restored)


@dataclass(frozen=True, slots=True)
class Taken:
    """What it came to; ``seen`` identifies what was taken, and goes back with a person's yes."""

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
