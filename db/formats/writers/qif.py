"""Writes QIF with the month first, as Quicken does.

One statement begins with its rows, since some programs refuse a file that begins with an account.
With several, each is below its account, which has a place for the closing balance.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from db.formats.writers.statement import WrittenRow, WrittenStatement, plain
from db.words import AccountKind

_TYPES: Final = {AccountKind.CARD: "CCard", AccountKind.LOAN: "Oth L"}


def qif(statements: Sequence[WrittenStatement]) -> str:
    """A file of QIF with all of them."""
    lines: list[str] = []
    for each in statements:
        kind = _TYPES.get(each.kind, "Bank")
        if len(statements) > 1:
            lines += ["!Account", f"N{plain(each.name)}", f"T{kind}"]
            lines += [f"/{_day(each.last)}", f"${each.decimal(each.closing_minor)}", "^"]
        lines.append(f"!Type:{kind}")
        for row in each.rows:
            lines += _row(row, each)
    return "".join(f"{line}\n" for line in lines)


def _row(row: WrittenRow, statement: WrittenStatement) -> list[str]:
    return [
        f"D{_day(row.booked_on)}",
        f"T{statement.decimal(row.amount_minor)}",
        f"P{plain(row.description)}",
        f"N{row.reference}",
        "^",
    ]


def _day(day: date) -> str:
    return f"{day:%m/%d/%Y}"
