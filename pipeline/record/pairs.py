"""The pairs of a statement as the database keeps them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import delete, insert, select

from db.models import Line, Match, Reconciliation, Transaction

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.record.pairing import Paired


RecordedPair: TypeAlias = tuple[int, int, date]
"""The line's ordinal, the entry's id, and the entry's day."""


def pairs_of(session: Session, statements: Collection[int]) -> dict[int, set[RecordedPair]]:
    """The pairs of each statement."""
    found: dict[int, set[RecordedPair]] = {each: set() for each in statements}
    rows = session.execute(
        select(Line.statement_id, Line.ordinal, Transaction.id, Transaction.booked_on)
        .join(Match, Match.line_id == Line.id)
        .join(Transaction, Transaction.id == Match.transaction_id)
        .where(Line.statement_id.in_(statements))
    )
    for statement, ordinal, entry, day in rows:
        found[statement].add((ordinal, entry, day))
    return found


def write_pairs(session: Session, statement_id: int, paired: Paired) -> None:
    """Put these pairs in the place of those that the statement has."""
    wanted = paired.pairs
    there = {
        (ordinal, entry) for ordinal, entry, _ in pairs_of(session, [statement_id])[statement_id]
    }
    if wanted == there:
        return
    of_statement = select(Reconciliation.id).where(Reconciliation.statement_id == statement_id)
    reconciliation_id = session.scalars(of_statement).one()
    session.execute(delete(Match).where(Match.reconciliation_id == reconciliation_id))
    if wanted:
        ids = {
            row.ordinal: row.id
            for row in session.execute(
                select(Line.ordinal, Line.id).where(Line.statement_id == statement_id)
            )
        }
        rows = [
            {"reconciliation_id": reconciliation_id, "line_id": ids[line], "transaction_id": entry}
            for line, entry in sorted(wanted)
        ]
        session.execute(insert(Match), rows)
