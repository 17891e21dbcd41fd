"""Rows as a workbook: real dates, real numbers, and texts that stay texts.

Every cell is written by the method of its kind. None is left to the library's guess, which would
make formulas of texts that start with = and links of those that look like addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, Final

from app.errors import TooManyRows
from app.exports.tables import Cell, ExportTable, row_table, statement_table
from app.shapes.reading import ExportedDocument

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

ROWS, STATEMENTS = "Rows", "Statements"
#: What a sheet holds apart from its header, and a cell.
MOST_ROWS: Final = 2**20 - 1
MOST_LETTERS: Final = 32_767
#: Spreadsheets count days from 1900, and count one that never was.
_FIRST_YEAR: Final = 1901
_WIDTHS: Final = {"document": 32, "bank": 24, "account": 24, "description": 48, "checks_failed": 24}
_WIDTH: Final = 13


def xlsx_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """A sheet of rows and a sheet of statements. Raises TooManyRows."""
    from xlsxwriter import Workbook

    out = BytesIO()
    # In memory: the library's temporary files would hold somebody's figures.
    with Workbook(out, {"in_memory": True}) as book:
        formats = Formats(book)
        XlsxSheet(book.add_worksheet(ROWS), formats).fill(row_table(documents))
        XlsxSheet(book.add_worksheet(STATEMENTS), formats).fill(statement_table(documents))
    return out.getvalue()


class Formats:
    """How days and amounts are shown, each made once a workbook."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self.header = book.add_format({"bold": True})
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self._amounts: dict[int, Format] = {}

    def amount(self, decimals: int) -> Format:
        if decimals not in self._amounts:
            shown = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
            self._amounts[decimals] = self._book.add_format({"num_format": shown})
        return self._amounts[decimals]


class XlsxSheet:
    """Fills one sheet, cell by cell."""

    def __init__(self, sheet: Worksheet, formats: Formats) -> None:
        self._sheet = sheet
        self._formats = formats
        self._writers: dict[type, Callable[..., None]] = {
            str: self._text,
            int: self._count,
            date: self._day,
            Decimal: self._amount,
        }

    def fill(self, table: ExportTable) -> None:
        """The names of the columns, which stay in sight, and the rows."""
        if len(table.rows) > MOST_ROWS:
            raise TooManyRows(rows=len(table.rows), most=MOST_ROWS)
        for column, name in enumerate(table.columns):
            self._sheet.set_column(column, column, _WIDTHS.get(name, _WIDTH))
            self._sheet.write_string(0, column, name, self._formats.header)
        self._sheet.freeze_panes(1, 0)
        self._sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
        for number, cells in enumerate(table.rows, start=1):
            self._row(number, cells)

    def _row(self, row: int, cells: Sequence[Cell]) -> None:
        for column, cell in enumerate(cells):
            if cell is not None:
                self._writers[type(cell)](row, column, cell)

    def _text(self, row: int, column: int, text: str) -> None:
        whole = len(text) <= MOST_LETTERS
        self._sheet.write_string(row, column, text if whole else f"{text[: MOST_LETTERS - 1]}…")

    def _count(self, row: int, column: int, count: int) -> None:
        self._sheet.write_number(row, column, count)

    def _day(self, row: int, column: int, day: date) -> None:
        if day.year < _FIRST_YEAR:
            self._text(row, column, day.isoformat())
        else:
            midnight = datetime.combine(day, time())
            self._sheet.write_datetime(row, column, midnight, self._formats.day)

    def _amount(self, row: int, column: int, amount: Decimal) -> None:
        # Its digits go into the file as they are, and no float comes between: the library takes
        # Decimals, though its annotations do not state it.
        decimals = -int(amount.as_tuple().exponent)
        shown = self._formats.amount(decimals)
        self._sheet.write_number(row, column, amount, shown)  # type: ignore[call-overload]
