"""Some of a statement's lines, each with the entries that it is paired with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.one_statement.listed import AT_ONCE
from app.one_statement.shapes import LinesShape, PairedLineShape
from app.shapes.writing import money
from db.models import Line, Match, Statement
from db.money import to_decimal
from pipeline.record.rows import recorded_line

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from pipeline.drafts import Line as DraftLine


def lines_from(session: Session, statement: Statement, start: int) -> LinesShape:
    """The lines from the ``start``-th on."""
    total = session.scalar(select(func.count()).where(Line.statement_id == statement.id)) or 0
    first = max(start, 1)
    query = (
        select(Line)
        .where(Line.statement_id == statement.id)
        .order_by(Line.ordinal)
        .offset(first - 1)
        .limit(AT_ONCE)
    )
    rows = session.scalars(query).all()
    return LinesShape(total=total, start=first, lines=_shapes(session, statement, rows))


def lines_named(
    session: Session, statement: Statement, ordinals: Collection[int]
) -> tuple[PairedLineShape, ...]:
    """The lines of these ordinals."""
    return _where(session, statement, Line.ordinal.in_(sorted(set(ordinals)))) if ordinals else ()


def line_shape(line: DraftLine, exponent: int, entries: Collection[int] = ()) -> PairedLineShape:
    """A line as it is shown."""
    return PairedLineShape(
        ordinal=line.ordinal,
        page=line.page,
        bbox=line.bbox,
        day=line.date,
        description=line.description,
        amount=to_decimal(line.amount, exponent),
        balance=money(line.balance, exponent),
        entries=tuple(entries),
    )


def _where(
    session: Session, statement: Statement, which: ColumnElement[bool]
) -> tuple[PairedLineShape, ...]:
    query = select(Line).where(Line.statement_id == statement.id, which).order_by(Line.ordinal)
    return _shapes(session, statement, session.scalars(query).all())


def _shapes(
    session: Session, statement: Statement, rows: Sequence[Line]
) -> tuple[PairedLineShape, ...]:
    paired = _paired(session, [row.id for row in rows])
    return tuple(line_shape(recorded_line(row), statement.exponent, paired[row.id]) for row in rows)


def _paired(session: Session, line_ids: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    if line_ids:
        query = select(Match.line_id, Match.transaction_id).where(Match.line_id.in_(line_ids))
        for line_id, entry in session.execute(query.order_by(Match.transaction_id)):
            found[line_id].append(entry)
    return found
