"""The figures at the foot of a statement: what the page adds up to, and how far the ledger is."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.one_statement.shapes import FiguresShape, check_of
from app.shapes.writing import money
from db.models import Line, Lock, Statement
from db.money import to_decimal
from pipeline.proof import CheckState
from pipeline.record.as_json import CHECKS

if TYPE_CHECKING:
    from sqlalchemy import ScalarSelect
    from sqlalchemy.orm import Session

    from db.models import Reconciliation


def figures_of(session: Session, row: Reconciliation) -> tuple[FiguresShape, int | None]:
    """The figures of a statement against the ledger as its checks found it, and the lock of its
    period, if it is locked."""
    statement: Statement = row.statement
    query = select(
        func.count(), func.count(Line.balance_minor), func.sum(Line.amount_minor), _lock(row)
    ).where(Line.statement_id == statement.id)
    lines, balances, moved, lock = session.execute(query).one()
    exponent = statement.exponent
    left = left_of(row)
    closing = money(statement.closing_minor, exponent)
    figures = FiguresShape(
        exponent=exponent,
        currency=statement.currency,
        opening=money(statement.opening_minor, exponent),
        lines=lines,
        balances=balances,
        moved=to_decimal(int(moved or 0), exponent),
        closing=closing,
        ledger=None if closing is None or left is None else closing - left,
        left=left,
    )
    return figures, lock


def _lock(row: Reconciliation) -> ScalarSelect[int | None]:
    query = select(func.min(Lock.id)).where(
        Lock.reconciliation_id == row.id, Lock.released_at.is_(None)
    )
    return query.scalar_subquery()


def left_of(row: Reconciliation) -> Decimal | None:
    """How far the ledger's balance is from the page's last one, where both are known."""
    found = check_of(CHECKS.validate_python(row.proof), "balances")
    if found is None or found.state is CheckState.UNAVAILABLE:
        return None
    return money(row.closing_off_minor or 0, row.statement.exponent)
