"""Reads and writes CSV tables whose cells are checked one by one and can hurt nobody.

A spreadsheet takes a cell for a formula if it starts with = + - @ or a control character
(https://owasp.org/www-community/attacks/CSV_Injection). Such text is written with an apostrophe in
front, which reading takes away again.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from pathlib import Path

from db.csv_errors import BadCell, BadCsv, BadHeader, NotUtf8, WrongCellCount
from db.money import AmountOutOfRange, NotAnAmount, TooManyDecimals, to_minor
from db.private import private_file

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LIKE_A_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table in the order they are written, and those a file may lack."""

    names: tuple[str, ...]
    optional: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, ...]:
        """The columns that every file must have."""
        return tuple(name for name in self.names if name not in self.optional)


@dataclass(frozen=True, slots=True)
class Row:
    """One row. ``line`` is the line of the file where it starts, counted from 1."""

    file: str
    line: int
    cells: dict[str, str]

    def text(self, column: str) -> str:
        """The cell as it was before it was made safe to open in a spreadsheet."""
        cell = self.cells.get(column, "")
        return cell[1:] if cell.startswith("'") and _LIKE_A_FORMULA.match(cell) else cell

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

    def bad(self, column: str, reason: str) -> BadCell:
        """The error that names this row and ``column``."""
        return BadCell(file=self.file, line=self.line, column=column, reason=reason)


def read_table(file: Path, columns: Columns) -> Iterator[Row]:
    """The rows of a CSV file whose first line names its columns; empty lines are passed over.

    Raises the errors of ``db.csv_errors``.
    """
    records = _records(file)
    _, header = next(records, (1, []))
    names = [name.strip().lower() for name in header]
    _check_header(file.name, names, columns)
    for line, cells in records:
        if len(cells) != len(names):
            raise WrongCellCount(file=file.name, line=line, found=len(cells), needed=len(names))
        yield Row(file.name, line, dict(zip(names, cells, strict=True)))


def write_table(file: Path, columns: Columns, rows: Iterable[Sequence[str]]) -> None:
    """Write a CSV file, which is there as a whole or, if writing fails, as it was before."""
    unfinished = file.with_name(f"{file.name}.part")
    with private_file(unfinished, newline="") as output:
        writer = csv.writer(output)
        writer.writerow(columns.names)
        writer.writerows(rows)
    os.replace(unfinished, file)


def harmless(text: str) -> str:
    """``text`` so that no spreadsheet takes it for a formula; ``Row.text`` is the way back."""
    return f"'{text}" if _LIKE_A_FORMULA.match(text) else text


def _records(file: Path) -> Iterator[tuple[int, list[str]]]:
    """Every record that has a cell, with the line it starts on."""
    reader = csv.reader(StringIO(_text(file), newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        raise BadCsv(file=file.name, line=line) from None


def _text(file: Path) -> str:
    try:
        # Spreadsheets put a byte order mark in front.
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotUtf8(file=file.name) from None


def _check_header(file: str, names: list[str], columns: Columns) -> None:
    for at, name in enumerate(names, start=1):
        if name not in columns.names:
            raise _bad_header(file, columns, at, "none of these")
        if name in names[: at - 1]:
            raise _bad_header(file, columns, at, "there twice")
    for name in columns.needed:
        if name not in names:
            raise _bad_header(file, columns, name, "missing")


def _bad_header(file: str, columns: Columns, column: int | str, fault: str) -> BadHeader:
    return BadHeader(
        file=file,
        needed=", ".join(columns.needed),
        optional=", ".join(columns.optional) or "no others",
        column=column,
        fault=fault,
    )
