"""The JSON of `tieout state`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from app.shapes.writing import Versioned, money
from db.words import ImportStatus, Verdict

if TYPE_CHECKING:
    from db.models import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedShape(Versioned):
    """A statement with what a person stated of it, and what follows."""

    import_id: int
    status: ImportStatus
    verdict: Verdict
    account: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    opening_balance: Decimal | None
    closing_balance: Decimal | None
    stands: bool


def stated_shape(statement: Statement, verdict: Verdict) -> StatedShape:
    """The statement as it is now."""
    return StatedShape(
        import_id=statement.import_id,
        status=statement.work.status,
        verdict=verdict,
        account=statement.account.name if statement.account else None,
        period_start=statement.period_start,
        period_end=statement.period_end,
        opening_balance=_money(statement.opening_minor, statement.exponent),
        closing_balance=_money(statement.closing_minor, statement.exponent),
        stands=statement.stands,
    )


def _money(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else money(minor, exponent)
