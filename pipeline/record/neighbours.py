"""The statements of an account right before and after one: where they join it, days are covered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import ColumnElement, Select, bindparam, func, select

from db.models import Line, Statement
from pipeline.account.one_account import counts
from pipeline.record.account_order import Placed

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

End: TypeAlias = tuple[date, int | None]
"""The day of a statement's first or last line and its balance there, in minor units."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The last line and the closing of the statement before, the first line and the opening of the
    one after; None where there is none."""

    earlier: End | None = None
    later: End | None = None


def neighbours_of(session: Session, placed: Placed) -> Neighbours:
    """The nearest statements that count on both sides of one. A statement without lines is none:
    its days are a person's word."""
    wanted = {"account_id": placed.account_id, "own": placed.id}
    before = session.execute(_before(), {**wanted, "day": placed.start}).first()
    after = session.execute(_after(), {**wanted, "day": placed.end}).first()
    return Neighbours(
        (before[0], before[1]) if before and before[0] else None,
        (after[0], after[1]) if after and after[0] else None,
    )


@cache
def _before() -> Select[date | None, int | None]:
    last = func.max(Line.booked_on)
    return (
        select(last, Statement.closing_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(*_another(), Statement.period_end < bindparam("day"))
        .group_by(Statement.id, Statement.closing_minor, Statement.period_end)
        .order_by(Statement.period_end.desc(), last.desc(), Statement.closing_minor)
        .limit(1)
    )


@cache
def _after() -> Select[date | None, int | None]:
    first = func.min(Line.booked_on)
    return (
        select(first, Statement.opening_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(*_another(), Statement.period_start > bindparam("day"))
        .group_by(Statement.id, Statement.opening_minor, Statement.period_start)
        .order_by(Statement.period_start, first, Statement.opening_minor)
        .limit(1)
    )


def _another() -> tuple[ColumnElement[bool], ...]:
    return (
        Statement.account_id == bindparam("account_id"),
        Statement.id != bindparam("own"),
        *counts(),
    )
