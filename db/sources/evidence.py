"""What proven statements say of how a CSV file is to be read."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.csv_files.mapping import ProvenRows, SettledMapping, settle
from db.formats.csv_files.reading import Mapping
from db.models import Line, Statement
from db.words import ReadingStatus


def settled_by_statements(session: Session, path: Path, currency: str | None) -> Mapping | None:
    """The mapping under which the file agrees with the proven statements of an account; None where
    they settle none, or different ones. Raises ``SourceError``."""
    found = [
        answer.mapping
        for proven in _proven(session, currency)
        if isinstance(answer := settle(path, proven, currency), SettledMapping)
    ]
    return found[0] if found and all(each == found[0] for each in found) else None


def _proven(session: Session, currency: str | None) -> list[list[ProvenRows]]:
    """The proven statements by account, or by the digits of its number while it has none."""
    query = (
        select(Statement, Line.booked_on, Line.amount_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(Statement.status == ReadingStatus.PROVEN, Statement.stands)
        .order_by(Statement.id, Line.ordinal)
    )
    if currency is not None:
        query = query.where(Statement.currency == currency)
    rows: dict[int, list[tuple[date, int]]] = defaultdict(list)
    accounts: dict[tuple[int | None, str | None], list[int]] = defaultdict(list)
    for statement, day, amount in session.execute(query):
        account = (statement.account_id, statement.account_mask)
        if statement.id not in accounts[account]:
            accounts[account].append(statement.id)
        if day is not None:
            rows[statement.id].append((day, amount))
    return [
        [
            ProvenRows(min(days), max(days), tuple(rows[each]))
            for each in statements
            if (days := [day for day, _ in rows[each]])
        ]
        for statements in accounts.values()
    ]
