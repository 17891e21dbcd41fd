"""What a person is asked of a statement: all that arithmetic cannot see and nothing settles."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.shapes.writing import money
from db.models import Line
from db.money import to_decimal
from db.words import Verdict
from pipeline.record.rows import HYPOTHESES

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Reconciliation, Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestShape:
    """The line with the largest amount, which is given without its sign: a person says which way it
    went. ``line`` counts the statement's lines from 1."""

    line: int
    page: int
    date: datetime.date | None
    description: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionShape:
    """``open`` are the hypotheses that nothing settles. ``closing`` is the last balance without its
    sign; ``days`` are the first and the last day that the statement covers, and ``also_printed``
    other days on the page, which are not taken."""

    open: tuple[str, ...]
    largest: LargestShape | None
    opening: Decimal | None
    closing: Decimal | None
    currency: str | None
    first: datetime.date | None
    last: datetime.date | None
    also_printed: str


def question_shape(session: Session, row: Reconciliation) -> QuestionShape | None:
    """What is to be asked; None where nothing is open, or nothing was read that could be asked
    about."""
    statement: Statement = row.statement
    found = HYPOTHESES.validate_python(row.hypotheses or ())
    if row.verdict is Verdict.MATCHED or not found or not statement.stands:
        return None
    open_ = [each.name for each in found if each.is_assumed]
    if statement.account_id is None and "account" not in open_:
        open_.append("account")
    if not open_:
        return None
    period = next((each for each in found if each.name == "period"), None)
    exponent = statement.exponent
    return QuestionShape(
        open=tuple(open_),
        largest=_largest(session, statement),
        opening=_unsigned(statement.opening_minor, exponent),
        closing=_unsigned(statement.closing_minor, exponent),
        currency=statement.currency,
        first=statement.period_start,
        last=statement.period_end,
        also_printed=period.detail if period else "",
    )


def _unsigned(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else money(abs(minor), exponent)


def _largest(session: Session, statement: Statement) -> LargestShape | None:
    query = select(Line).where(Line.statement_id == statement.id)
    line = session.scalar(query.order_by(func.abs(Line.amount_minor).desc(), Line.ordinal).limit(1))
    if line is None:
        return None
    return LargestShape(
        line=line.ordinal,
        page=line.page,
        date=line.booked_on,
        description=line.description,
        amount=to_decimal(abs(line.amount_minor), statement.exponent),
    )
