"""What a model may see of the statements on record when a person asks it, and what differs."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Select, func, select
from sqlalchemy.orm import selectinload

from db.models import Line, Reconciliation, Statement
from db.money import to_decimal
from pipeline.matching.shapes import Difference
from pipeline.record.left import left_alone
from pipeline.record.pairing import lines_of
from pipeline.record.shown import recorded_differences
from tools.ledger.recorded_statements import (
    FindStatements,
    OpenDifference,
    Recorded,
    RecordedDifferences,
    RecordedStatement,
)
from tools.ledger.visible import Sessions, StatementNotVisibleError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_MOST_TEXT = 60
_ETAG = 16


def recorded(sessions: Sessions, scope: Collection[int]) -> Recorded:
    """Both questions, answered for statements of the accounts in scope alone."""
    return Recorded(partial(_find, sessions, scope), partial(_differences, sessions, scope))


def name_of(statement: Statement) -> str:
    """How a tool names the statement: its import, and its number in it from 1."""
    return f"{statement.import_id}.{statement.ordinal + 1}"


def etag_of(row: Reconciliation) -> str:
    """Names what is open on the statement, as it was shown."""
    return (row.ledger_etag or "")[:_ETAG]


def named_statement(session: Session, scope: Collection[int], name: str) -> Reconciliation:
    """What is recorded of the statement of that name. Raises StatementNotVisibleError."""
    number, _, place = name.partition(".")
    row = None
    if number.isdecimal() and place.isdecimal() and max(len(number), len(place)) < 18:
        row = session.scalar(
            _standing(scope).where(
                Statement.import_id == int(number), Statement.ordinal == int(place) - 1
            )
        )
    if row is None:
        raise StatementNotVisibleError(names="those that find_statements lists")
    return row


def open_differences(session: Session, row: Reconciliation) -> tuple[Difference, ...]:
    """What differs and nobody left as it is."""
    lines = lines_of(session, [row.statement_id])[row.statement_id]
    return left_alone(session, row, lines, recorded_differences(row))


def _find(
    sessions: Sessions, scope: Collection[int], asked: FindStatements
) -> tuple[list[RecordedStatement], int]:
    with sessions() as session:
        query = _wanted(_standing(scope), asked)
        total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
        newest = (Statement.period_end.desc(), Statement.import_id.desc(), Statement.ordinal)
        rows = session.scalars(
            query.options(selectinload(Reconciliation.statement).selectinload(Statement.account))
            .order_by(*newest)
            .limit(asked.limit)
        ).all()
        return [_recorded(session, row) for row in rows], total


def _standing(scope: Collection[int]) -> Select[Reconciliation]:
    return (
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.account_id.in_(scope), Statement.stands.is_(True))
    )


def _wanted(query: Select[Reconciliation], asked: FindStatements) -> Select[Reconciliation]:
    if asked.import_id is not None:
        query = query.where(Statement.import_id == asked.import_id)
    if asked.account_id is not None:
        query = query.where(Statement.account_id == asked.account_id)
    if asked.start_date is not None:
        query = query.where(Statement.period_end >= asked.start_date)
    if asked.end_date is not None:
        query = query.where(Statement.period_start <= asked.end_date)
    if asked.verdict is not None:
        query = query.where(Reconciliation.verdict == asked.verdict)
    return query


def _recorded(session: Session, row: Reconciliation) -> RecordedStatement:
    statement = row.statement
    count = select(func.count()).where(Line.statement_id == statement.id)
    return RecordedStatement(
        statement=name_of(statement),
        account=statement.account.name if statement.account else None,
        account_id=statement.account_id,
        currency=statement.currency or (statement.account.currency if statement.account else None),
        first_day=statement.period_start,
        last_day=statement.period_end,
        opening=_decimal(statement.opening_minor, statement.exponent),
        closing=_decimal(statement.closing_minor, statement.exponent),
        line_count=session.scalar(count) or 0,
        verdict=row.verdict.value,
        difference_count=len(open_differences(session, row)),
    )


def _differences(sessions: Sessions, scope: Collection[int], name: str) -> RecordedDifferences:
    with sessions() as session:
        row = named_statement(session, scope, name)
        statement = row.statement
        known = statement.account.currency if statement.account else ""
        return RecordedDifferences(
            etag=etag_of(row),
            currency=statement.currency or known,
            verdict=row.verdict.value,
            differences=tuple(
                _shown(each, statement.exponent) for each in open_differences(session, row)
            ),
        )


def _shown(difference: Difference, exponent: int) -> OpenDifference:
    return OpenDifference(
        kind=difference.kind.value,
        lines=difference.lines,
        entries=difference.entries,
        date=difference.date,
        amount=_decimal(difference.expected, exponent),
        ledger_amount=_decimal(difference.found, exponent),
        description=difference.description[:_MOST_TEXT],
        reason=difference.reason.value,
    )


def _decimal(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else to_decimal(minor, exponent)
