"""Reads and writes CSV tables whose cells are checked one by one and cannot act."""

import csv
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from db.errors import TieoutError
from db.money import AmountOutOfRange, NotAnAmount, TooManyDecimals, to_minor
from db.private import private_file

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LIKE_A_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


@dataclass(frozen=True, slots=True)
class CsvColumns:
    """The columns of a table in the order they are written, and those a file may lack."""

    names: tuple[str, ...]
    optional: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, ...]:
        """The columns that every file must have."""
        return tuple(name for name in self.names if name not in self.optional)


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row. ``line`` is the line of the file where it starts, counted from 1."""

    file: str
    line: int
    cells: dict[str, str]

    @classmethod
    def of(cls, file: Path, line: int, names: Sequence[str], cells: Sequence[str]) -> "CsvRow":
        return cls(file.name, line, dict(zip(names, cells, strict=True)))

    def text(self, column: str) -> str:
        """The cell as it was before it was made safe to open in a spreadsheet."""
        return as_meant(self.cells.get(column, ""))

    def name(self, column: str) -> str:
        """The cell without blanks around it. Raises ``BadCell`` if that leaves nothing."""
        name = self.text(column).strip()
        if not name:
            raise self.bad(column, "it is empty. Fill it in.")
        return name

    def optional(self, column: str) -> str | None:
        """The cell without blanks around it, or None if that leaves nothing."""
        return self.text(column).strip() or None

    def day(self, column: str) -> date:
        """The cell as a date. Raises ``BadCell``."""
        text = self.name(column)
        if _ISO_DATE.fullmatch(text):
            try:
                return date.fromisoformat(text)
            except ValueError:
                raise self.bad(column, "there is no such day.") from None
        raise self.bad(column, "a date is written YYYY-MM-DD, like 2026-01-31.")

    def amount(self, column: str, exponent: int) -> int:
        """The cell in minor units of a currency with ``exponent`` decimals. Raises ``BadCell``."""
        try:
            return to_minor(self.cells[column].strip(), exponent)
        except (NotAnAmount, TooManyDecimals, AmountOutOfRange) as error:
            raise self.bad(column, str(error)) from None

    def bad(self, column: str, reason: str) -> "BadCell":
        """The error that names this row and ``column``."""
        return BadCell(file=self.file, line=self.line, column=column, reason=reason)


def read_table(file: Path, columns: CsvColumns) -> Iterator[CsvRow]:
    """The rows of a CSV file whose first line names its columns; empty lines are passed over.
    Raises the errors of ``db.formats.csv_table``."""
    names, records = open_table(file, columns)
    for line, cells in records:
        yield CsvRow.of(file, line, names, cells)


def open_table(
    file: Path, columns: CsvColumns
) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The names in the first line, and every row below it as its line and its cells, for a table
    that may have a million. Raises the same."""
    records = _records(file)
    _, header = next(records, (1, []))
    names = [name.strip().lower() for name in header]
    _check_header(file.name, names, columns)
    return names, records


def write_table(file: Path, columns: CsvColumns, rows: Iterable[Sequence[str]]) -> None:
    """Write a CSV file, which is there as a whole or, if writing fails, as it was before."""
    unfinished = file.with_name(f"{file.name}.part")
    with private_file(unfinished, newline="") as output:
        writer = csv.writer(output)
        writer.writerow(columns.names)
        writer.writerows(rows)
    os.replace(unfinished, file)


def as_meant(cell: str) -> str:
    """The text that `harmless` made this cell of."""
    return cell[1:] if cell.startswith("'") and _LIKE_A_FORMULA.match(cell) else cell


def harmless(text: str) -> str:
    """``text`` so that no spreadsheet takes it for a formula; `as_meant` is the way back."""
    return f"'{text}" if _LIKE_A_FORMULA.match(text) else text


def _records(file: Path) -> Iterator[tuple[int, list[str]]]:
    """Every record that has a cell, with the line it starts on; all are as wide as the first."""
    line, needed = 1, 0
    try:
        # Spreadsheets put a byte order mark in front.
        with file.open(encoding="utf-8-sig", newline="") as text:
            reader = csv.reader(text, strict=True)
            for cells in reader:
                if cells:
                    found, needed = len(cells), needed or len(cells)
                    if found != needed:
                        raise WrongCellCount(file=file.name, line=line, found=found, needed=needed)
                    yield line, cells
                line = reader.line_num + 1
    except csv.Error:
        raise BadCsv(file=file.name, line=line) from None
    except UnicodeDecodeError:
        raise NotUtf8(file=file.name) from None


def _check_header(file: str, names: list[str], columns: CsvColumns) -> None:
    for at, name in enumerate(names, start=1):
        if name not in columns.names:
            raise _bad_header(file, columns, at, "none of these")
        if name in names[: at - 1]:
            raise _bad_header(file, columns, at, "there twice")
    for name in columns.needed:
        if name not in names:
            raise _bad_header(file, columns, name, "missing")


def _bad_header(file: str, columns: CsvColumns, column: int | str, fault: str) -> "BadHeader":
    return BadHeader(
        file=file,
        needed=", ".join(columns.needed),
        optional=", ".join(columns.optional) or "no others",
        column=column,
        fault=fault,
    )


class CsvError(TieoutError, code="csv_error"):
    """The CSV files of a ledger cannot be read as they are."""


class NoLedgerFiles(CsvError):
    """There is no accounts.csv and no transactions.csv in {folder}. Name the folder that holds
    them; tieout ledger export-csv writes such a folder."""


class NotUtf8(CsvError, code="csv_not_utf8"):
    """{file} is not UTF-8 text. Save it again as CSV UTF-8."""


class BadCsv(CsvError, code="csv_malformed"):
    """{file}, line {line}: not CSV with commas between cells and double quotes around text that
    holds commas. A quote may be left open above."""


class BadHeader(CsvError, code="csv_bad_header"):
    """{file}, line 1: it must name the columns {needed} and may name {optional}, each once and with
    commas between; column {column} is {fault}."""


class WrongCellCount(CsvError, code="csv_wrong_cell_count"):
    """{file}, line {line}: there are {found} cells, the first line names {needed}. Text that holds
    a comma needs double quotes around it."""


class BadCell(CsvError, code="csv_bad_cell"):
    """{file}, line {line}, column {column}: {reason}"""


class UnknownAccountName(CsvError, code="csv_unknown_account"):
    """{file}, line {line}, column {column}: neither accounts.csv nor the ledger has an account of
    that name. Add it to accounts.csv."""


class AccountDiffers(CsvError, code="csv_account_differs"):
    """{file}, line {line}, column {column}: the account already exists with another value. Correct
    the file, or give the account another name.
    """
