"""What persons settled about a statement without changing an entry, as it is shown again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Resolution
from db.words import ResolutionOp
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.record.left import Rows, rows_of_difference, said_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def settled_of(session: Session, statement_id: int) -> list[Resolution]:
    """The statement's resolutions, the oldest first."""
    return settled_of_each(session, [statement_id])[statement_id]


def settled_of_each(
    session: Session, statement_ids: Iterable[int]
) -> Mapping[int | None, list[Resolution]]:
    """The same of many, by statement."""
    found: dict[int | None, list[Resolution]] = {each: [] for each in statement_ids}
    query = select(Resolution).where(Resolution.statement_id.in_(found))
    for row in session.scalars(query.order_by(Resolution.id)):
        found[row.statement_id].append(row)
    return found


def left_by(
    settled: Sequence[Resolution], difference: Difference, lines: Mapping[int, Line]
) -> Resolution | None:
    """Who left the difference as it is, the last one of several; None if nobody did."""
    if not settled:
        return None
    rows = rows_of_difference(said_of(difference.lines, lines), difference.entries)
    leaving = (each for each in reversed(settled) if each.op is ResolutionOp.LEAVE)
    return next((each for each in leaving if _rows(each) == rows), None)


def apart(settled: Iterable[Resolution]) -> list[Resolution]:
    """Those that belong to no difference: pairs by hand, what is outstanding, and a statement that
    was left as a whole."""
    return [
        each
        for each in settled
        if each.op is not ResolutionOp.LEAVE or not (each.lines or each.entries)
    ]


def _rows(settled: Resolution) -> Rows:
    return rows_of_difference(settled.lines, (each["id"] for each in settled.entries))
