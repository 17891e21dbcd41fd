"""The pairs of a statement as the database keeps them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import bindparam, delete, select

from db.ledger import entries_of
from db.many_rows import add_rows
from db.models import Line, Match, Reconciliation, Resolution, Statement, Transaction
from db.touched import remember_statement
from pipeline.account.resolved import awaited

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.record.pairing import Paired


RecordedPair: TypeAlias = tuple[int, int, date]
"""The line's ordinal, the entry's id, and the entry's day."""

_PAIRS: Final = (
    select(Line.statement_id, Line.ordinal, Transaction.id, Transaction.booked_on)
    .join(Match, Match.line_id == Line.id)
    .join(Transaction, Transaction.id == Match.transaction_id)
    .where(Line.statement_id.in_(bindparam("statements", expanding=True)))
)
_LINE_IDS: Final = select(Line.ordinal, Line.id).where(
    Line.statement_id == bindparam("statement_id")
)


def pairs_of(session: Session, statements: Collection[int]) -> dict[int, set[RecordedPair]]:
    """The pairs of each statement."""
    found: dict[int, set[RecordedPair]] = {each: set() for each in statements}
    rows = session.execute(_PAIRS, {"statements": list(statements)})
    for statement, ordinal, entry, day in rows:
        found[statement].add((ordinal, entry, day))
    return found


def write_pairs(
    session: Session, row: Reconciliation, paired: Paired, there: set[RecordedPair]
) -> set[RecordedPair]:
    """Put these pairs in the place of those that the statement has; what it has then."""
    wanted = paired.pairs
    if wanted == {(ordinal, entry) for ordinal, entry, _ in there}:
        return there
    if there:
        session.execute(delete(Match).where(Match.reconciliation_id == row.id))
    if not wanted:
        return set()
    lines = session.execute(_LINE_IDS, {"statement_id": row.statement_id})
    ids = {line.ordinal: line.id for line in lines}
    rows = [
        {"reconciliation_id": row.id, "line_id": ids[line], "transaction_id": entry}
        for line, entry in sorted(wanted)
    ]
    add_rows(session, Match, rows)
    days = {link.entry.id: link.entry.booked_on for link in paired.links}
    by_hand = {entry for group in paired.by_hand for entry in group.entries}
    days |= {entry.id: entry.booked_on for entry in entries_of(session, by_hand)}
    return {(line, entry, days[entry]) for line, entry in wanted}


def remember_going(session: Session, import_id: int) -> None:
    """Add that the import's statements go, or are read anew: what they touch are their periods, and
    all days on which they, or a person's words on them, keep an entry from others. What was
    outstanding until then may be on any later statement."""
    query = select(Statement).where(Statement.import_id == import_id)
    for row in session.scalars(query).all():
        if row.account_id is None or row.days is None:
            continue
        start, end = row.days
        kept = _kept_entries(session, row.id)
        days = session.scalars(select(Transaction.booked_on).where(Transaction.id.in_(kept))).all()
        waiting = kept & awaited(session, row.account_id).keys()
        last = date.max if waiting else max([end, *days])
        remember_statement(session, row.account_id, min([start, *days]), last)


def _kept_entries(session: Session, statement_id: int) -> set[int]:
    """The entries that the statement is paired with, and those of which a person said something."""
    paired = (
        select(Match.transaction_id)
        .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
        .where(Reconciliation.statement_id == statement_id)
    )
    said = select(Resolution.entries).where(Resolution.statement_id == statement_id)
    words = {each["id"] for entries in session.scalars(said) for each in entries}
    return words | set(session.scalars(paired))


def statements_printing(session: Session, account_id: int, entries: Mapping[int, date]) -> set[int]:
    """The ids of the account's statements from these days on, one for each entry, with a line of
    the entry's amount."""
    found: set[int] = set()
    for entry, since in entries.items():
        amount = select(Transaction.amount_minor).where(Transaction.id == entry)
        query = (
            select(Statement.id)
            .join(Line, Line.statement_id == Statement.id)
            .where(
                Statement.account_id == account_id,
                Statement.period_start > since,
                Line.amount_minor == amount.scalar_subquery(),
            )
        )
        found.update(session.scalars(query))
    return found
