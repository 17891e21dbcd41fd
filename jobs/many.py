"""Retries or cancels many imports, batch by batch: neither memory nor a lock holds them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.imports import NoSuchImport
from db.models import Import
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.selection import Selection
from jobs.states import OPEN
from jobs.table import NotFailed, NotOpen, cancel, retry

#: How many imports are changed in one transaction.
BATCH: Final = 200


class Change(StrEnum):
    """What a person can do to an import as work."""

    RETRY = "retry"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Changed:
    """What came of one import; ``error`` says why nothing did."""

    import_id: int
    name: str | None
    error: TieoutError | None = None


_DOES: Final[dict[Change, Callable[[Session, int, str], None]]] = {
    Change.RETRY: retry,
    Change.CANCEL: cancel,
}
_FROM: Final = {Change.RETRY: frozenset({ImportStatus.FAILED}), Change.CANCEL: OPEN}


def how_many(engine: Engine, change: Change, selection: Selection) -> int:
    """How many imports the change would be made to."""
    with read_only(engine) as session:
        of_it = _possible(change, selection).conditions(session)
        return session.scalar(select(func.count()).select_from(Import).where(*of_it)) or 0


def change_many(
    engine: Engine, change: Change, selection: Selection, actor: str
) -> Iterator[list[Changed]]:
    """Make the change batch by batch, each in a transaction of its own, and say what came of it.

    An import that is named by its id and cannot be changed is in its batch with the error; of
    others only those are looked at that can be. What comes in meanwhile is left alone.
    """
    if selection.ids:
        for start in range(0, len(selection.ids), BATCH):
            yield _batch(engine, change, selection.ids[start : start + BATCH], actor)
        return
    possible, last = _possible(change, selection), 0
    with read_only(engine) as session:
        until = session.scalar(select(func.max(Import.id))) or 0
    while ids := _next(engine, possible, last, until):
        last = ids[-1]
        yield _batch(engine, change, ids, actor)


def _possible(change: Change, selection: Selection) -> Selection:
    """What of the selection can be changed at all."""
    if selection.ids:
        return selection
    from_there = _FROM[change]
    wanted = selection.statuses & from_there if selection.statuses else from_there
    # No import has the id 0: a status from which nothing can be changed selects nothing.
    return replace(selection, statuses=wanted) if wanted else Selection(ids=(0,))


def _next(engine: Engine, selection: Selection, after: int, until: int) -> tuple[int, ...]:
    with read_only(engine) as session:
        within = Import.id > after, Import.id <= until
        query = select(Import.id).where(*within, *selection.conditions(session))
        return tuple(session.scalars(query.order_by(Import.id).limit(BATCH)))


def _batch(engine: Engine, change: Change, ids: tuple[int, ...], actor: str) -> list[Changed]:
    with unit_of_work(engine) as session:
        rows = select(Import.id, Import.source_name).where(Import.id.in_(ids))
        names = {row[0]: row[1] for row in session.execute(rows)}
        return [
            Changed(each, names.get(each), _error(session, change, each, actor)) for each in ids
        ]


def _error(session: Session, change: Change, import_id: int, actor: str) -> TieoutError | None:
    try:
        _DOES[change](session, import_id, actor)
    except (NoSuchImport, NotFailed, NotOpen) as error:
        return error
    return None
