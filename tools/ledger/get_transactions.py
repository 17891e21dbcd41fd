"""The tool that shows a model one account's entries, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from db.ledger.views import AccountView, Entry
from db.money import exponent_of, to_decimal
from tools.ledger.workspace import (
    Amount,
    Arguments,
    CursorError,
    IsoDate,
    Sessions,
    Whole,
    Workspace,
    visible_account,
)
from tools.loop.registry import Tool

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

COLUMNS = ("id", "date", "amount", "description")


class GetTransactions(Arguments):
    """One account's entries from ``start_date`` to ``end_date``, both included."""

    account_id: Whole
    start_date: IsoDate
    end_date: IsoDate
    search: str | None = None
    min_amount: Amount | None = None
    max_amount: Amount | None = None
    cursor: str | None = None
    limit: int = Field(default=50, ge=1, le=200)

    @model_validator(mode="after")
    def _in_order(self) -> GetTransactions:
        if self.end_date < self.start_date:
            raise ValueError("end_date must not be before start_date")
        return self


class FindTransactions(GetTransactions):
    """The same for a program, since a model would pay for more arguments on every turn: only money
    that comes in or goes out, and by amount in place of pages."""

    direction: Literal["in", "out"] | None = None
    order: Literal["largest", "smallest"] | None = None
    cursor: None = None


@dataclass(frozen=True, slots=True)
class Transactions:
    """One page. ``opening`` and ``closing`` are the account's balances before and after the
    period and ``count`` its entries; sums and ``total_rows`` are of what the filters leave, on
    all pages."""

    currency: str
    opening: Decimal
    closing: Decimal
    count: int
    sum_in: Decimal
    sum_out: Decimal
    total_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    next_cursor: str | None


def get_transactions_tool(sessions: Sessions, workspace: Workspace) -> Tool:
    """`get_transactions` over the accounts in scope."""

    def get_transactions(arguments: GetTransactions) -> Transactions:
        with sessions() as session:
            account = visible_account(session, workspace, arguments.account_id)
            return _page(session, account, arguments, workspace.shown)

    return Tool(
        "get_transactions",
        "An account's entries and sums; money out is negative.",
        GetTransactions,
        get_transactions,
    )


def _page(
    session: Session, account: AccountView, asked: GetTransactions, masked: Callable[[str], str]
) -> Transactions:
    from db.ledger.queries import balance_as_of, entries, totals

    exponent = exponent_of(account.currency)
    direction, order = None, None
    if isinstance(asked, FindTransactions):
        direction, order = asked.direction, asked.order
    start, end = asked.start_date, asked.end_date
    low, high = (
        _minor(asked.min_amount, exponent, ROUND_CEILING),
        _minor(asked.max_amount, exponent, ROUND_FLOOR),
    )
    if direction == "in":
        low = max(1, low or 1)
    elif direction == "out":
        high = min(-1, high if high is not None else -1)
    period = found = totals(session, account.id, start, end)
    if asked.search or low is not None or high is not None:
        found = totals(
            session, account.id, start, end, search=asked.search, min_minor=low, max_minor=high
        )
    page = entries(
        session,
        account.id,
        start,
        end,
        search=asked.search,
        min_minor=low,
        max_minor=high,
        after=_after(asked.cursor),
        limit=asked.limit + 1,
        by_size=order,
    )
    shown = page[: asked.limit]
    opening = balance_as_of(session, account.id, start - timedelta(days=1))
    closing = opening + period.sum_in + period.sum_out
    return Transactions(
        currency=account.currency,
        opening=to_decimal(opening, exponent),
        closing=to_decimal(closing, exponent),
        count=period.count,
        sum_in=to_decimal(found.sum_in, exponent),
        sum_out=to_decimal(found.sum_out, exponent),
        total_rows=found.count,
        columns=COLUMNS,
        rows=tuple(_row(entry, exponent, masked) for entry in shown),
        next_cursor=_cursor(shown[-1]) if len(page) > len(shown) and not order else None,
    )


def _row(entry: Entry, exponent: int, masked: Callable[[str], str]) -> tuple[object, ...]:
    amount = to_decimal(entry.amount_minor, exponent)
    return (entry.id, entry.booked_on, amount, masked(entry.description))


def _minor(amount: Decimal | None, exponent: int, rounding: str) -> int | None:
    """A bound in minor units, rounded inwards when it has more decimals than the currency."""
    if amount is None:
        return None
    return int(amount.scaleb(exponent).to_integral_value(rounding=rounding))


def _cursor(entry: Entry) -> str:
    return f"{entry.booked_on.isoformat()}:{entry.id}"


def _after(cursor: str | None) -> tuple[date, int] | None:
    if not cursor:
        return None
    day, _, entry = cursor.partition(":")
    try:
        return date.fromisoformat(day), int(entry)
    except ValueError:
        raise CursorError from None
