"""Recognises a statement that another document brought in before, whatever its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Line, Statement
from pipeline.results import StatementResult

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def is_known(session: Session, result: StatementResult) -> bool:
    """Whether one of the same account, period and balances with the same rows is stored.

    Only a proven reading can be recognised, for two bad readings may well look alike.
    """
    if result.comparison is None or not result.proof.reading_holds:
        return False
    rows = _dated(result)
    return any(_rows(session, found) == rows for found in _alike(session, result))


def are_alike(result: StatementResult, stored: StatementResult) -> bool:
    """Whether the first would be recognised if the other were stored."""
    if result.comparison is None or not result.proof.reading_holds:
        return False
    return _facts(result) == _facts(stored) and _dated(result) == _dated(stored)


def _facts(result: StatementResult) -> tuple[object, ...]:
    draft = result.draft
    return (
        result.account_id,
        draft.period_start,
        draft.period_end,
        draft.opening_balance,
        draft.closing_balance,
    )


def _dated(result: StatementResult) -> list[tuple[object, int]]:
    return sorted((line.date, line.amount) for line in result.draft.lines if line.date)


def _alike(session: Session, result: StatementResult) -> list[int]:
    draft = result.draft
    same = select(Statement.id).where(
        Statement.account_id == result.account_id,
        Statement.period_start == draft.period_start,
        Statement.period_end == draft.period_end,
        Statement.opening_minor == draft.opening_balance,
        Statement.closing_minor == draft.closing_balance,
    )
    return list(session.scalars(same))


def _rows(session: Session, statement_id: int) -> list[tuple[object, int]]:
    query = select(Line.booked_on, Line.amount_minor).where(Line.statement_id == statement_id)
    return sorted((day, amount) for day, amount in session.execute(query) if day)
