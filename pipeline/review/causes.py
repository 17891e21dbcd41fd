"""What waits for a person, by cause: a balance that is only carried on waits for nothing itself.

Which imports only carry one on is kept with them (`pipeline.record.carried`), so that nobody works
it out of ten thousand proofs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.orm import aliased

from db.models import Import, Statement
from db.words import ImportStatus

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WAITING: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)
_LONGEST_MONTH: Final = timedelta(days=31)
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Cause:
    """An import that needs a person, and the ids of those that follow from it.

    ``explained_by`` is one that a person left as it differs, from which this one follows.
    """

    import_id: int
    explains: tuple[int, ...] = ()
    explained_by: int | None = None


def causes(
    session: Session,
    account_id: int | None = None,
    month: date | None = None,
    *,
    limit: int | None = None,
) -> list[Cause]:
    """Every import that needs a person, the oldest first, with what follows from it grouped under
    it; of one account, or with a statement that reaches into a month, if asked for."""
    day = (
        select(func.min(Statement.period_end))
        .where(Statement.import_id == Import.id, Statement.stands)
        .scalar_subquery()
    )
    query = select(Import.id, Import.explained_by).where(*needs_person(), *_of(account_id, month))
    rows = session.execute(query.order_by(day.is_(None), day, Import.id).limit(limit)).all()
    explains: dict[int, tuple[int, ...]] = {}
    for at in range(0, len(rows), _AT_ONCE):
        explains |= explained(session, [row.id for row in rows[at : at + _AT_ONCE]])
    return [Cause(row.id, explains.get(row.id, ()), row.explained_by) for row in rows]


def how_many(session: Session, account_id: int | None = None, month: date | None = None) -> int:
    """How many causes there are in all."""
    wanted = needs_person(), _of(account_id, month)
    query = select(func.count()).select_from(Import).where(*chain(*wanted))
    return session.scalar(query) or 0


def needs_person() -> tuple[ColumnElement[bool], ...]:
    """The condition that an import waits, and does not only follow from another that waits."""
    cause = aliased(Import)
    waits = exists().where(cause.id == Import.explained_by, cause.status.in_(WAITING))
    return Import.status.in_(WAITING), or_(Import.explained_by.is_(None), ~waits)


def explained(session: Session, causes_of: Collection[int]) -> Mapping[int, tuple[int, ...]]:
    """What follows from each of these imports, directly or not: what was left waits for nobody."""
    of = Import.explained_by.label("head")
    waits = Import.status.in_(WAITING)
    first = select(Import.id, of).where(Import.explained_by.in_(causes_of), waits)
    tree = first.cte("follow", recursive=True)
    rest = select(Import.id, tree.c.head).join(tree, Import.explained_by == tree.c.id).where(waits)
    found: dict[int, list[int]] = {}
    for import_id, head in session.execute(select(tree.union(rest))):
        found.setdefault(head, []).append(import_id)
    return {head: tuple(sorted(follow)) for head, follow in found.items()}


def reaches(start: date | None, end: date | None, month: date) -> bool:
    """Whether a statement of these days reaches into the month; not if a day is unknown."""
    if start is None or end is None:
        return False
    wanted = (month.year, month.month)
    return (start.year, start.month) <= wanted <= (end.year, end.month)


def _of(account_id: int | None, month: date | None) -> Iterator[ColumnElement[bool]]:
    """The conditions that an import is about one account, and that it reaches into a month."""
    own = exists().where(Statement.import_id == Import.id, Statement.stands)
    if account_id is not None:
        yield own.where(Statement.account_id == account_id)
    if month is not None:
        first = month.replace(day=1)
        after = (first + _LONGEST_MONTH).replace(day=1)
        yield own.where(Statement.period_start < after, Statement.period_end >= first)
