"""How much money a statement that waits is about, added up by the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, case, cast, func, select
from sqlalchemy.orm import Session

from db.models import Reconciliation, Statement
from db.words import Verdict


def at_stake(session: Session) -> ColumnElement[int | None]:
    """What the ledger would move by if every difference were settled as the statement says, each
    counted by its size; of an unproven statement, what it says that the account moved by.

    In minor units, for a query that has the statement and its reconciliation.
    """
    moved = func.abs(Statement.closing_minor - Statement.opening_minor)
    return case((Reconciliation.verdict == Verdict.UNPROVEN, moved), else_=_of_differences(session))


def _of_differences(session: Session) -> ColumnElement[int | None]:
    expected, found, each = _parts(session)
    total = func.sum(func.abs(func.coalesce(expected, 0) - func.coalesce(found, 0)))
    return (
        select(cast(total, BigInteger))
        .select_from(each)
        .correlate(Reconciliation)
        .scalar_subquery()
    )


def _parts(session: Session) -> tuple[ColumnElement[Any], ColumnElement[Any], Any]:
    """What the page says and what the ledger says of each difference, and where they come from."""
    both: Iterable[ColumnElement[Any]]
    if session.get_bind().dialect.name == "postgresql":
        rows = func.json_array_elements(Reconciliation.differences).table_valued("value")
        one = rows.c.value
        both = (cast(one.op("->>")(name), BigInteger) for name in ("expected", "found"))
    else:
        rows = func.json_each(Reconciliation.differences).table_valued("value")
        both = (func.json_extract(rows.c.value, f"$.{name}") for name in ("expected", "found"))
    expected, found = both
    return expected, found, rows
