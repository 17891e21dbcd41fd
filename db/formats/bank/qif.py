"""Reads QIF, which names no currency and never tells in which order it writes days."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

from db.errors import TieoutError
from db.formats.bank.bank_statements import (
    BankFigures,
    BankStatement,
    clean,
    day_of,
    snapshot_of,
    text_of,
    why_not,
)
from db.formats.detect import bytes_of
from db.formats.snapshot import (
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceError,
    SourcePlace,
    SourceTruncated,
    is_ours,
)
from db.money import UnknownCurrency, exponent_of
from db.words import AccountKind

#: What ISO 4217 calls the absence of a currency.
NO_CURRENCY: Final = "XXX"
_DECIMALS: Final = 2  # that every program writes
_HEADER: Final = re.compile(rb"\s*!(?:Type|Account|Option|Clear)\b", re.IGNORECASE)
_DAY: Final = re.compile(r"(\d{1,4})[-/. ]+(\d{1,2})(?:\s*([-/.' ])\s*)(\d{1,4})")
_KINDS: Final = {
    "bank": AccountKind.CHECKING,
    "cash": AccountKind.OTHER,
    "ccard": AccountKind.CARD,
    "oth a": AccountKind.OTHER,
    "oth l": AccountKind.LOAN,
}
_TURN_OF_CENTURY: Final = 70
_OPENING: Final = "opening balance"


class QifDatesAmbiguous(SourceError):
    """{file}, line {line}: {text} may be {one} or {other}, and no day of the file tells which.
    Name it: --dates day-first for {one}, or
    --dates month-first for {other}."""


class QifDatesMixed(SourceError):
    """{file}, line {line}: {text} does not exist in the order of days that other rows need. Export
    it with one order of days."""


@dataclass(slots=True)
class _Record:
    """The lines from one ``^`` to the next, by their first letter, and where they are."""

    first: int
    last: int = 0
    amount_line: int | None = None
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _QifSection:
    """The rows of one account: its ``record`` if the file has one, and its type."""

    kind: str
    line: int
    account: _Record | None
    rows: list[_Record] = field(default_factory=list)


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - the port's
    return _HEADER.match(head.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"")) is not None


def read(
    path: Path,
    *,
    day_first: bool | None = None,
    dates: str | None = None,
    currency: str = NO_CURRENCY,
) -> Snapshot:
    """All accounts of the file, in ``currency``; without one, amounts have two decimals.

    ``dates`` says the same as ``day_first``: day-first or month-first.

    Raises ``SourceError``: ``QifDatesAmbiguous`` where ``day_first`` has to be given.
    """
    day_first = {"day-first": True, "month-first": False}.get(dates or "", day_first)
    data, digest = bytes_of(path)
    text = text_of(data)
    remarks: list[Remark] = []
    sections = list(_sections(path.name, text, remarks))
    reader = _QifReader(path, sections, remarks, day_first, currency)
    return snapshot_of("qif", path, digest, list(map(reader.statement, sections)), remarks)


def _sections(file: str, text: str, remarks: list[Remark]) -> Iterator[_QifSection]:
    """The sections with rows of an account; the lists of categories and the like hold none."""
    account: _Record | None = None
    section: _QifSection | None = None
    record: _Record | None = None
    in_accounts = False
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if line.startswith("!"):
            if section:
                yield section
            section, record = None, None
            in_accounts = line.lower().startswith("!account")
            kind = line.partition(":")[2].strip().lower()
            if line.lower().startswith("!type") and kind in _KINDS:
                section = _QifSection(kind, number, account)
            elif kind == "invst":
                remarks.append(Remark(file, number, "A list of investments is not read."))
        elif line == "^":
            if record and section:
                section.rows.append(record)
            elif record and in_accounts:
                account = record
            if record:
                record.last = number
            record = None
        elif line:
            record = record or _Record(number)
            letter, value = line[0].upper(), line[1:].strip()
            if letter == "T" and value:
                record.amount_line = number
            if letter == "M" and "M" in record.fields:
                value = f"{record.fields['M']} {value}"
                record.fields["M"] = value
            else:
                record.fields.setdefault(letter, value)
    if record and (section or in_accounts):
        raise SourceTruncated(file=file)
    if section:
        yield section


class _QifReader:
    """Makes statements of sections, with one order of days and one decimal mark for the file."""

    def __init__(
        self,
        path: Path,
        sections: list[_QifSection],
        remarks: list[Remark],
        day_first: bool | None,
        currency: str,
    ) -> None:
        self._path = path
        self._remarks = remarks
        self._currency = currency
        try:
            self._exponent = exponent_of(currency)
        except UnknownCurrency:
            self._exponent = _DECIMALS
        records = [row for section in sections for row in section.rows]
        balances = [each.account for each in sections if each.account]
        amounts = [_amount(row) for row in records]
        amounts += [each.fields["$"] for each in balances if "$" in each.fields]
        self._figures = BankFigures.of(amounts, grouped=True)
        days = [(row.first, row.fields.get("D", "")) for row in records]
        days += [(each.first, each.fields.get("/", "")) for each in balances]
        self._day_first = _order(path.name, days) if day_first is None else day_first

    def statement(self, section: _QifSection) -> BankStatement:
        kind = _KINDS[section.kind]
        name = clean(section.account.fields.get("N")) if section.account else ""
        key = name or section.kind
        account = SourceAccount(key, name or self._path.stem, self._currency, kind)
        whole, opening = True, None
        entries: list[SourceEntry] = []
        for row in section.rows:
            entry = self._entry(row, account)
            if entry is None:
                whole = False
            elif not entries and not opening and _opens(row, account):
                opening = (entry.booked_on, entry.amount_minor)
            else:
                entries.append(entry)
        return BankStatement(
            account,
            self._exponent,
            entries,
            line=section.line,
            opening=opening,
            closing=self._balance(section.account) if section.account else None,
            whole=whole,
        )

    def _balance(self, account: _Record) -> tuple[date, int] | None:
        day = self._day(account.fields.get("/", ""))
        text = account.fields.get("$", "")
        if not text or day is None:
            return None
        try:
            return day, self._figures.minor(text, self._exponent)
        except TieoutError:
            reason = "The balance was not taken: it is no amount."
            self._remarks.append(Remark(self._path.name, account.first, reason))
            return None

    def _day(self, text: str) -> date | None:
        return _read_day(text, day_first=self._day_first)

    def _entry(self, row: _Record, account: SourceAccount) -> SourceEntry | None:
        fields, text = row.fields, _amount(row)
        booked = self._day(fields.get("D", ""))
        if booked is None:
            reason = "The row was not taken: its day is missing or does not exist."
        else:
            try:
                amount = self._figures.minor(text, self._exponent)
            except TieoutError as error:
                reason = why_not(error, text)
            else:
                number = fields.get("N") or None
                return SourceEntry(
                    account=account.key,
                    booked_on=booked,
                    amount_minor=amount,
                    description=clean(fields.get("P"), fields.get("M")),
                    source_id=number,
                    ours=is_ours(*fields.values()),
                    place=SourcePlace(self._path, row.first, row.last, row.amount_line),
                )
        self._remarks.append(Remark(self._path.name, row.first, reason))
        return None


def _amount(row: _Record) -> str:
    return row.fields.get("T") or row.fields.get("U", "")


def _opens(row: _Record, account: SourceAccount) -> bool:
    """Whether the row is how Quicken writes an opening balance: paid from the account to itself."""
    itself = row.fields.get("L", "").casefold() == f"[{account.name}]".casefold()
    return itself and row.fields.get("P", "").casefold() == _OPENING


def _order(file: str, days: list[tuple[int, str]]) -> bool:
    """Whether the day is first. Raises ``QifDatesAmbiguous`` and ``QifDatesMixed``."""
    only = {True: (0, ""), False: (0, "")}
    differs: tuple[int, str, date, date] | None = None
    for line, text in days:
        as_day, as_month = _read_day(text, day_first=True), _read_day(text, day_first=False)
        if as_day and as_month:
            if as_day != as_month and differs is None:
                differs = (line, text, as_day, as_month)
        elif as_day or as_month:
            first = bool(as_day)
            if not only[first][0]:
                only[first] = (line, text)
    if only[True][0] and only[False][0]:
        line, text = max(only.values())
        raise QifDatesMixed(file=file, line=line, text=text)
    if differs and not only[True][0] and not only[False][0]:
        line, text, one, other = differs
        raise QifDatesAmbiguous(file=file, line=line, text=text, one=one, other=other)
    return bool(only[True][0])


def _read_day(text: str, *, day_first: bool) -> date | None:
    """A day as QIF writes it: ``31/12/2025``, ``12/31'25``, ``2025-12-31``."""
    found = _DAY.fullmatch(text)
    if not found:
        return None
    one, two, mark, three = found.groups()
    if len(one) == 4:
        return day_of(one, two, three)
    day, month = (one, two) if day_first else (two, one)
    return day_of(_year(three, mark), month, day)


def _year(text: str, mark: str) -> int:
    """A year of four digits; one of two is of this century behind an apostrophe."""
    year = int(text)
    if len(text) > 2:
        return year
    return year + (2000 if mark == "'" or year < _TURN_OF_CENTURY else 1900)
