"""The tables that a spreadsheet gets, and the same as CSV in which no text is a formula."""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from io import StringIO
from typing import Final, NamedTuple, TypeAlias

from app.shapes.reading import ExportedDocument, ExportedStatement, LineShape
from db.formats.csv_table import harmless
from db.formats.writers.statement import reference_of
from db.text import one_line

#: Text, a number of something, a day, an amount with its currency's decimals, or nothing.
Cell: TypeAlias = str | int | date | Decimal | None


class ExportTable(NamedTuple):
    """The names of the columns, and the rows below them."""

    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


_WHOSE: Final = (
    "document", "statement", "bank", "account", "account_digits", "currency", "kind",
    "period_start", "period_end", "status",
)  # fmt: skip
ROW_COLUMNS: Final = (
    *_WHOSE, "date", "value_date", "description", "amount", "balance", "page", "reference",
)  # fmt: skip
STATEMENT_COLUMNS: Final = (
    *_WHOSE, "opening_balance", "closing_balance", "rows", "checks_failed", "checks_unavailable",
)  # fmt: skip


def row_table(documents: Iterable[ExportedDocument]) -> ExportTable:
    """Every line of every statement, each beside what it belongs to."""
    return ExportTable(
        ROW_COLUMNS,
        [
            (
                *_whose(document.file, statement),
                *_line(line),
                reference_of(document.document.sha256, statement.number, line.ordinal),
            )
            for document in documents
            for statement in document.statements
            for line in statement.lines
        ],
    )


def statement_table(documents: Iterable[ExportedDocument]) -> ExportTable:
    """Every statement, those without any line too."""
    return ExportTable(
        STATEMENT_COLUMNS,
        [
            (*_whose(document.file, statement), *_sums(statement))
            for document in documents
            for statement in document.statements
        ],
    )


def _whose(file: str, statement: ExportedStatement) -> tuple[Cell, ...]:
    return (
        one_line(file),
        statement.number,
        _text(statement.institution),
        _text(statement.account_name),
        _text(statement.account_mask),
        statement.currency,
        statement.kind.value,
        statement.period_start,
        statement.period_end,
        statement.status.value,
    )


def _line(line: LineShape) -> tuple[Cell, ...]:
    description = _text(line.description)
    return line.date, line.value_date, description, line.amount, line.balance, line.page


def _sums(statement: ExportedStatement) -> tuple[Cell, ...]:
    return (
        statement.opening_balance,
        statement.closing_balance,
        len(statement.lines),
        _checks(statement, "failed"),
        _checks(statement, "unavailable"),
    )


def _checks(statement: ExportedStatement, state: str) -> str | None:
    return ", ".join(each.name for each in statement.checks if each.state == state) or None


def _text(text: str | None) -> str | None:
    return one_line(text) if text else None


#: Excel takes a file without a byte order mark for the text of an older Windows.
ENCODING: Final = "utf-8-sig"
_FORMULA_IN_A_NEW_CELL: Final = re.compile(r";[\s\"']*(?=[=+\-@＝＋－＠])")


def csv_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """The rows of all statements, with the names of the columns above them."""
    table = row_table(documents)
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([written(cell) for cell in row] for row in table.rows)
    return out.getvalue().encode(ENCODING)


def written(cell: Cell) -> str:
    """Text made harmless; dates as ISO; numbers, which are our own, as plain decimals."""
    return _guarded(cell) if isinstance(cell, str) else "" if cell is None else str(cell)


def _guarded(text: str) -> str:
    return harmless(_FORMULA_IN_A_NEW_CELL.sub(r"\g<0>'", text))
