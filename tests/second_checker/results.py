"""The rows and facts of a proven statement, as a certificate writes them (section 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.second_checker.entries import Entry
from tests.second_checker.row import Row
from tests.second_checker.seen import second_date_seen
from tests.second_checker.value_dates import is_value_date
from tests.second_checker.view import View


def money(value: int, exponent: int) -> str:
    """An amount of minor units as a decimal string."""
    if not exponent:
        return str(value)
    sign = "-" if value < 0 else ""
    whole, minor = divmod(abs(value), 10**exponent)
    return f"{sign}{whole}.{minor:0{exponent}d}"


def rows_of(view: View) -> Iterator[dict[str, Any]]:
    """What is proven of each entry."""
    exponent = view.statement.exponent
    days = view.calendar.days
    assert days is not None
    for number, entry in enumerate(view.statement.entries):
        row = view.rows[entry.at]
        second = view.calendar.second_days[number]
        seen = entry.value_date and second_date_seen(view, entry.value_date)
        if not seen or not is_value_date(view, entry):
            second = None
        balance = view.signed.balances[number]
        yield {
            "page": row.page,
            "box": _box(view, row),
            "date": days[number].isoformat(),
            "value_date": second.isoformat() if second else None,
            "amount": money(view.signed.amounts[number], exponent),
            "balance": None if balance is None else money(balance, exponent),
            "text": _text(view, entry),
            "raw": row.text,
        }


def _box(view: View, row: Row) -> list[float]:
    """Where the row is displayed."""
    x0, x1 = row.tokens[0].x0, max(token.x1 for token in row.tokens)
    document = view.statement.document
    if document.writing.leftward:
        width = document.printed[row.page - 1].width
        x0, x1 = round(width - x1, 3), round(width - x0, 3)
    return [x0, row.top, x1, row.bottom]


def _text(view: View, entry: Entry) -> str:
    pages = view.statement.document.printed
    return " ".join(
        pages[place.page - 1].words[word].text
        for place in entry.witness.text
        for word in place.words
    )


def facts_of(view: View) -> dict[str, Any]:
    """What is proven besides."""
    exponent = view.statement.exponent
    opening, closing, span = view.signed.opening, view.signed.closing, view.period.span
    assert opening is not None
    assert closing is not None
    return {
        "exponent": exponent,
        "opening": money(opening, exponent),
        "closing": money(closing, exponent),
        "period_start": span[0].isoformat() if span else None,
        "period_end": span[1].isoformat() if span else None,
        "currency": view.currency.code,
        "number": view.number.digits,
        "kind": view.kind.fact,
    }
