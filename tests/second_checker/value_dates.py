"""Whether a second date is a fact of its entry (section 13)."""

from __future__ import annotations

from tests.second_checker.dates import Dated
from tests.second_checker.entries import Entry
from tests.second_checker.headers import Column
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_AMOUNTS = ("debit", "credit", "amount")


def is_value_date(view: View, entry: Entry) -> bool:
    """Whether the place of an entry's second date is one of a value date."""
    assert entry.date is not None
    assert entry.value_date is not None
    at, other = entry.value_date.at, entry.value_date.dated
    edges = _edges(view.rows[at], other)
    columns = _columns(view, entry.date.at)
    over = [column for column in columns if _is_over(column, edges)]
    if any("value_date" in column.meanings for column in over):
        return True
    if at != entry.date.at:
        return False
    begin = _edges(view.rows[at], entry.date.dated)[1]
    money = set(constant("headers", "MONEY"))
    return not any(c.meanings & money and begin < c.x1 < edges[0] for c in columns)


def _columns(view: View, at: int) -> list[Column]:
    headers = [h for h in view.layout.headers if h.last < at and any(h.named(*_AMOUNTS))]
    return list(headers[-1].columns) if headers else []


def _is_over(column: Column, edges: tuple[float, float]) -> bool:
    near: float = constant("second_dates", "_NEAR")
    return column.x0 - near < edges[1] and edges[0] < column.x1 + near


def _edges(row: Row, dated: Dated) -> tuple[float, float]:
    return row.tokens[dated.first].x0, row.tokens[dated.last].x1
