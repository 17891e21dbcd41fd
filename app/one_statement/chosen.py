"""Which statement of an import is looked at, and all of its differences with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import defer, joinedload

from db.models import Line, Reconciliation, Statement
from pipeline.matching.shapes import Difference
from pipeline.record.pairing import lines_of
from pipeline.record.rows import recorded_line
from pipeline.record.shown import recorded_differences

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.drafts import Line as DraftLine

#: More lines than these are read all at once.
_A_FEW = 400


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of an import's statements; ``differences`` are numbered as a review counts them."""

    row: Reconciliation
    all_rows: Sequence[Reconciliation]
    differences: dict[int, Difference]
    counts: Sequence[int]

    @property
    def statement(self) -> Statement:
        """The statement itself."""
        found: Statement = self.row.statement
        return found

    def in_order(self, kind: str | None) -> list[int]:
        """The numbers of the differences, the oldest first; of one kind, or of all."""
        found = [n for n, each in self.differences.items() if kind in (None, each.kind)]
        days = {n: str(self.differences[n].date or "") for n in found}
        return sorted(found, key=lambda n: (days[n], n))


def results_of(session: Session, import_id: int) -> Sequence[Reconciliation]:
    """What was recorded of the import's statements, in their order, without what is long."""
    statement = joinedload(Reconciliation.statement)
    query = (
        select(Reconciliation)
        .join(Reconciliation.statement)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
        .options(
            statement.defer(Statement.certificate),
            statement.defer(Statement.checks),
            statement.joinedload(Statement.account),
            defer(Reconciliation.trace),
        )
    )
    return session.scalars(query).all()


def chosen_of(rows: Sequence[Reconciliation], number: int | None) -> Chosen | None:
    """The statement of that number, from 1, or else the first that does not tie out; None if there
    is none."""
    if not rows:
        return None
    open_ = [at for at, row in enumerate(rows) if not row.matched]
    at = next(iter(open_), 0) if number is None else number - 1
    if not 0 <= at < len(rows):
        return None
    counts = [len(row.differences) for row in rows]
    first = 1 + sum(counts[:at])
    differences = dict(enumerate(recorded_differences(rows[at]), start=first))
    return Chosen(rows[at], rows, differences, counts)


def lines_at(session: Session, statement_id: int, ordinals: Sequence[int]) -> dict[int, DraftLine]:
    """These lines of the statement, by their ordinals."""
    wanted = sorted(set(ordinals))
    if not wanted:
        return {}
    if len(wanted) > _A_FEW:
        found = lines_of(session, [statement_id])[statement_id]
        return {line.ordinal: line for line in found}
    query = select(Line).where(Line.statement_id == statement_id, Line.ordinal.in_(wanted))
    return {row.ordinal: recorded_line(row) for row in session.scalars(query)}
