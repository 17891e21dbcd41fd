"""Reads a CSV table by one mapping: which column is what, in which order of day and month."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import cached_property

from pydantic import TypeAdapter

from db.formats.csv_files.cells import (
    Recipe,
    column_of,
    currency_of,
    day_in_period,
    day_of,
    minor_of,
    role_columns,
)
from db.formats.csv_files.source import CsvSheet
from db.formats.snapshot import is_ours
from db.money import UnknownCurrency, exponent_of

#: A row of the table, the key of its account, its day and its amount in minor units.
Line = tuple[int, str, date, int]

_DEFAULT_EXPONENT = 2
_SAMPLE = 400
_FISCAL_YEAR, _FROM, _TO = 12, 14, 15  # fields of the first row of a DATEV file


@dataclass(frozen=True, slots=True)
class Mapping:
    """How a CSV file is read. It may be saved, and serves every file with the same header.

    Columns are counted from 0. ``amount`` are the columns of the ``recipe``: one; out and in;
    amount and mark; or amount, kind, source and destination. ``evidence`` says what settled it.
    """

    header: str
    decimal: str
    date: int
    dates: str
    recipe: Recipe
    amount: tuple[int, ...]
    sign: int = 1
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    account: int | None = None
    counter: int | None = None
    fee: int | None = None
    text: tuple[int, ...] = ()
    source_id: int | None = None
    value_on: int | None = None
    balance: int | None = None
    evidence: str = "assumed"

    def as_json(self) -> dict[str, object]:
        """The mapping as a profile is saved."""
        return asdict(self)

    @classmethod
    def from_json(cls, saved: dict[str, object]) -> "Mapping":
        """The mapping of a saved profile. Raises ``ValueError``."""
        return TypeAdapter(cls).validate_python(saved)


class CsvTable:
    """A sheet and what its cells mean; each column is read once under each convention."""

    def __init__(self, sheet: CsvSheet, currency: str | None = None) -> None:
        self.sheet = sheet
        self.named = currency
        self.count = len(sheet.lines)
        self._days: dict[tuple[int, str], list[date] | None] = {}
        self._amounts: dict[tuple[int, str], list[int | None] | None] = {}
        self._keys: dict[int | None, list[str]] = {}

    @cached_property
    def marked(self) -> list[int]:
        """The columns in which some cell carries our mark."""
        columns = self.sheet.columns
        return [at for at in range(len(columns)) if is_ours("\n".join(columns[at]))]

    @cached_property
    def currency_column(self) -> int | None:
        dialect, names = self.sheet.dialect, self.sheet.names
        asked = [column_of(names, dialect.currency)] if dialect else role_columns(names, "currency")
        for column in asked:
            if column is not None and all(map(_known, set(self.sheet.columns[column]))):
                return column
        return None

    @cached_property
    def codes(self) -> list[str | None]:
        """The currency of each row, as far as the file, the caller or the dialect names it."""
        dialect = self.sheet.dialect
        if self.currency_column is not None:
            return [currency_of(cell) for cell in self.sheet.columns[self.currency_column]]
        return [self.named or (dialect.code if dialect else None)] * self.count

    @cached_property
    def _exponents(self) -> list[int]:
        known = {code: _DEFAULT_EXPONENT if code is None else exponent_of(code)
                 for code in set(self.codes)}  # fmt: skip
        return [known[code] for code in self.codes]

    def days(self, column: int, order: str) -> list[date] | None:
        """The days of a column, or None if a cell names none in this order."""
        if (column, order) not in self._days:
            cells = self.sheet.columns[column]
            read = {cell: self._day(cell, order) for cell in set(cells)}
            known = {cell: day for cell, day in read.items() if day is not None}
            whole = len(known) == len(read)
            self._days[column, order] = [known[cell] for cell in cells] if whole else None
        return self._days[column, order]

    def amounts(self, column: int, mark: str) -> list[int | None] | None:
        """The amounts of a column, None for an empty cell; or None if a cell holds no amount."""
        if (column, mark) not in self._amounts:
            self._amounts[column, mark] = self._read_amounts(column, mark)
        return self._amounts[column, mark]

    def _read_amounts(self, column: int, mark: str) -> list[int | None] | None:
        cells = self.sheet.columns[column]
        exponents = self._exponents
        start = zip(cells[:_SAMPLE], exponents, strict=False)
        if any(cell and minor_of(cell, mark, exponent) is None for cell, exponent in start):
            return None  # most columns are texts, which the first cells tell
        read: dict[int, dict[str, int | None]] = {each: {"": None} for each in set(exponents)}
        alike = len(read) == 1
        several = zip(set(cells) if alike else cells, exponents, strict=False)
        for cell, exponent in several if alike else set(several):
            if cell and read[exponent].setdefault(cell, minor_of(cell, mark, exponent)) is None:
                return None
        if alike:
            return [*map(next(iter(read.values())).__getitem__, cells)]
        return [read[exponent][cell] for cell, exponent in zip(cells, exponents, strict=True)]

    def keys(self, column: int | None) -> list[str]:
        """The key of the account of each row: what the column says, and the currency of several."""
        if column not in self._keys:
            names = [""] * self.count if column is None else self.sheet.columns[column]
            if len(set(self.codes)) > 1:
                pairs = zip(names, self.codes, strict=True)
                names = [f"{name} {code}".strip() for name, code in pairs]
            self._keys[column] = names
        return self._keys[column]

    @cached_property
    def words(self) -> list[int]:
        return [
            sum(any(map(str.isalpha, cell)) for cell in cells[:_SAMPLE])
            for cells in self.sheet.columns
        ]

    @cached_property
    def dropped(self) -> frozenset[int]:
        return self._with_status(self.sheet.dialect.dropped if self.sheet.dialect else ())

    @cached_property
    def pending(self) -> frozenset[int]:
        return self._with_status(self.sheet.dialect.pending if self.sheet.dialect else ())

    def _with_status(self, words: tuple[str, ...]) -> frozenset[int]:
        if not words or self.sheet.dialect is None:
            return frozenset()
        column = column_of(self.sheet.names, self.sheet.dialect.status)
        cells = self.sheet.columns[column] if column is not None else []
        return frozenset(row for row, cell in enumerate(cells) if cell in words)

    def _day(self, cell: str, order: str) -> date | None:
        if order != "dm":
            return day_of(cell, order)
        return day_in_period(cell, *self._period) if self._period else None

    @cached_property
    def _period(self) -> tuple[date, date] | None:
        first = next(iter(self.sheet.preamble), [])
        said = [day_of(cell, "ymd") for cell in (*first, *[""] * (_TO + 1))]
        start = said[_FROM] or said[_FISCAL_YEAR]
        if start is None:
            return None
        return start, said[_TO] or start + timedelta(days=365)


def lines_of(table: CsvTable, mapping: Mapping, rows: Iterable[int] | None = None) -> list[Line]:
    """What the rows say under the mapping; ``[]`` where the mapping does not fit a row."""
    try:
        return list(_lines(table, mapping, range(table.count) if rows is None else rows))
    except (KeyError, TypeError):
        return []


def _lines(table: CsvTable, mapping: Mapping, rows: Iterable[int]) -> Iterator[Line]:
    """Raises ``TypeError`` for a column that does not hold what it should, or an empty cell, and
    ``KeyError`` for a mark without a meaning."""
    days = table.days(mapping.date, mapping.dates)
    first = table.amounts(mapping.amount[0], mapping.decimal)
    if days is None or first is None:
        raise TypeError
    dropped = table.dropped
    taken = (row for row in rows if row not in dropped) if dropped else rows
    if mapping.recipe == "flow":
        yield from _flow(table, mapping, days, first, taken)
        return
    signs = {**dict.fromkeys(mapping.plus, 1), **dict.fromkeys(mapping.minus, -1)}
    keys, sign = table.keys(mapping.account), mapping.sign
    second: list[int | None] = []
    marks: list[str] = []
    if mapping.recipe == "marked":
        marks = table.sheet.columns[mapping.amount[1]]
    elif mapping.recipe != "signed":
        second = table.amounts(mapping.amount[1], mapping.decimal) or []
    fees = table.amounts(mapping.fee, mapping.decimal) if mapping.fee is not None else None
    counters = table.keys(mapping.counter) if mapping.counter is not None else None
    for row in taken:
        if mapping.recipe == "signed":
            minor = sign * first[row]  # type: ignore[operator]  # an empty cell is meant to raise
            if fees:
                minor -= fees[row] or 0
        elif mapping.recipe == "marked":
            minor = sign * first[row] * signs[marks[row]]  # type: ignore[operator]
        else:
            out, come = first[row] or 0, second[row] or 0
            minor = sign * (come - out if mapping.recipe == "sides" else come + out)
        yield row, keys[row], days[row], minor
        if counters and counters[row]:
            yield row, counters[row], days[row], -minor


def _flow(
    table: CsvTable,
    mapping: Mapping,
    days: list[date],
    amounts: list[int | None],
    rows: Iterable[int],
) -> Iterator[Line]:
    """Rows that name where the money came from and where it went: two own accounts at most."""
    kinds = table.sheet.columns[mapping.amount[1]]
    sources, targets = table.keys(mapping.amount[2]), table.keys(mapping.amount[3])
    for row in rows:
        amount = abs(amounts[row])  # type: ignore[arg-type]
        kind = kinds[row].casefold()
        if kind in ("withdrawal", "transfer"):
            yield row, sources[row], days[row], -amount
        if kind in ("deposit", "transfer", "opening balance", "reconciliation"):
            yield row, targets[row], days[row], amount
        elif kind != "withdrawal":
            raise KeyError(kind)


def _known(code: str) -> bool:
    try:
        exponent_of(currency_of(code))
    except UnknownCurrency:
        return False
    return True
