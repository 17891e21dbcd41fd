"""Other statements of the same account and the same days that do not say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import and_, select
from sqlalchemy.orm import aliased

from db.models import Import, Line, Statement
from db.words import ReadingStatus

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_OWN: Final = aliased(Statement)

Row: TypeAlias = tuple[date | None, int, str]
"""A line's date, its amount in minor units, and what it says."""


@dataclass(frozen=True, slots=True)
class Version:
    """Another statement of the same days: which rows only one of the two has."""

    import_id: int
    file: str
    only_here: tuple[Row, ...]
    only_there: tuple[Row, ...]


def other_versions(session: Session, statement: Statement) -> list[Version]:
    """Those that are beside a statement, as the bank sends one again that it corrected.

    Rows are compared by date and amount; a payee that is spelt otherwise is no other row.
    """
    return other_versions_of_each(session, [statement.id])[statement.id]


def other_versions_of_each(
    session: Session, statement_ids: Iterable[int]
) -> Mapping[int, list[Version]]:
    """The same of many, by statement."""
    found: dict[int, list[Version]] = {each: [] for each in statement_ids}
    others = session.execute(
        select(_OWN.id, Statement.id, Import.id, Import.source_name)
        .join(
            Statement,
            and_(
                Statement.account_id == _OWN.account_id,
                Statement.period_start == _OWN.period_start,
                Statement.period_end == _OWN.period_end,
                Statement.import_id != _OWN.import_id,
            ),
        )
        .join(Import, Import.id == Statement.import_id)
        .where(
            _OWN.stands.is_(True),
            Statement.stands.is_(True),
            Statement.status == ReadingStatus.PROVEN,
        )
        .order_by(Import.id, Statement.ordinal)
        .where(_OWN.id.in_(found))
    ).all()
    rows = _rows(session, {n for own, other, *_ in others for n in (own, other)})
    for own, other, import_id, file in others:
        mine, theirs = rows[own], rows[other]
        version = Version(import_id, file, _without(mine, theirs), _without(theirs, mine))
        found[own].append(version)
    return found


def _rows(session: Session, statement_ids: Collection[int]) -> Mapping[int, list[Row]]:
    """The lines of these statements in their order, by statement."""
    found: dict[int, list[Row]] = {each: [] for each in statement_ids}
    query = select(Line.statement_id, Line.booked_on, Line.amount_minor, Line.description)
    wanted = query.where(Line.statement_id.in_(found)).order_by(Line.ordinal)
    for statement_id, day, amount, said in session.execute(wanted) if found else ():
        found[statement_id].append((day, amount, said))
    return found


def _without(rows: list[Row], others: list[Row]) -> tuple[Row, ...]:
    left = Counter((day, amount) for day, amount, _ in others)
    found = []
    for row in rows:
        if left[row[:2]]:
            left[row[:2]] -= 1
        else:
            found.append(row)
    return tuple(found)
