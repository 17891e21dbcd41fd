"""Statements as the pages show them: lists of them, and what a search finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.queries.search_words import line_wish, month_meant
from db.accounts.pages import Known, accounts_by_name
from db.line_search import FoundLine, lines_holding
from db.money import to_decimal
from db.session import read_only
from db.statement_pages import (
    Narrowing,
    Spot,
    StatementOrder,
    StatementRow,
    files_holding,
    spot_of,
    statement_rows,
)

A_PAGE: Final = 50
#: Of what a search finds besides lines.
_BESIDE: Final = 10
_FILES_LOOKED_THROUGH: Final = 50_000


@dataclass(frozen=True, slots=True)
class ListedStatement:
    """One statement, or an import that failed; ``closing`` is what the bank says."""

    row: StatementRow
    closing: Decimal | None


@dataclass(frozen=True, slots=True)
class StatementList:
    """A page of statements; ``after`` is where the next one begins, None on the last."""

    statements: tuple[ListedStatement, ...]
    after: Spot | None


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line that a search found."""

    line: FoundLine
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Found:
    """What a search finds: accounts by name, statements by file or month, lines. ``until`` is the
    line before which nobody has looked, None if all were looked through."""

    accounts: tuple[Known, ...]
    statements: tuple[ListedStatement, ...]
    lines: tuple[ListedLine, ...]
    until: int | None


def statement_page(
    engine: Engine, narrowing: Narrowing, order: StatementOrder, after: Spot | None = None
) -> StatementList:
    """The statements that follow a spot, or the first ones."""
    with read_only(engine) as session:
        rows = statement_rows(session, narrowing, order, after, A_PAGE + 1)
    shown = rows[:A_PAGE]
    more = len(rows) > A_PAGE
    return StatementList(
        tuple(_listed(row) for row in shown), spot_of(shown[-1], order) if more else None
    )


def searched(engine: Engine, text: str, narrowing: Narrowing, before: int | None = None) -> Found:
    """What holds the text, or is meant by it; from the line ``before`` on only lines."""
    with read_only(engine) as session:
        found = lines_holding(session, line_wish(text), narrowing, before, A_PAGE)
        first = before is None
        statements = _statements(session, text, narrowing) if first else []
        accounts = accounts_by_name(session, _BESIDE, text) if first else []
    return Found(
        tuple(accounts),
        tuple(_listed(row) for row in statements),
        tuple(ListedLine(each, _amount(each)) for each in found.lines),
        found.until,
    )


def _statements(session: Session, text: str, narrowing: Narrowing) -> list[StatementRow]:
    """Those of the month that is named, or whose file's name holds the text."""
    month = month_meant(text)
    if month is not None:
        wanted = replace(narrowing, month=month)
    else:
        files = files_holding(session, text, A_PAGE, _FILES_LOOKED_THROUGH)
        if not files:
            return []
        wanted = replace(narrowing, imports=files)
    return statement_rows(session, wanted, StatementOrder.BROUGHT_IN, None, A_PAGE)


def _listed(row: StatementRow) -> ListedStatement:
    if row.closing_minor is None or row.exponent is None:
        return ListedStatement(row, None)
    return ListedStatement(row, to_decimal(row.closing_minor, row.exponent))


def _amount(line: FoundLine) -> Decimal:
    return to_decimal(line.amount_minor, line.exponent)
