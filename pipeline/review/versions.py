"""Other statements of the same account and the same days that do not say the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import select

from db.models import Import, Line, Statement
from db.words import ReadingStatus

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

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
    """Those that stand beside a statement, as the bank sends one again that it corrected.

    Rows are compared by date and amount; a payee that is spelt otherwise is no other row.
    """
    if statement.account_id is None or statement.period_start is None or not statement.stands:
        return []
    others = session.execute(
        select(Statement.id, Import.id, Import.source_name)
        .join(Import, Import.id == Statement.import_id)
        .where(
            Statement.account_id == statement.account_id,
            Statement.period_start == statement.period_start,
            Statement.period_end == statement.period_end,
            Statement.import_id != statement.import_id,
            Statement.stands.is_(True),
            Statement.status == ReadingStatus.PROVEN,
        )
        .order_by(Import.id)
    ).all()
    mine = _rows(session, statement.id) if others else []
    found = []
    for other_id, import_id, file in others:
        theirs = _rows(session, other_id)
        found.append(Version(import_id, file, _without(mine, theirs), _without(theirs, mine)))
    return found


def _rows(session: Session, statement_id: int) -> list[Row]:
    query = select(Line.booked_on, Line.amount_minor, Line.description)
    rows = session.execute(query.where(Line.statement_id == statement_id).order_by(Line.ordinal))
    return [(day, amount, said) for day, amount, said in rows]


def _without(rows: list[Row], others: list[Row]) -> tuple[Row, ...]:
    left = Counter((day, amount) for day, amount, _ in others)
    found = []
    for row in rows:
        if left[row[:2]]:
            left[row[:2]] -= 1
        else:
            found.append(row)
    return tuple(found)
