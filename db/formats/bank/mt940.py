"""Reads MT940 and MT942, the SWIFT messages, with the library mt-940 and a check of each field."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from db.errors import TieoutError
from db.formats.bank.bank_statements import (
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
    SourcePlace,
    SourceTruncated,
    is_ours,
)
from db.money import UnknownCurrency, exponent_of, to_minor

if TYPE_CHECKING:
    from mt940.models import Transaction


_HEAD: Final = re.compile(rb"^:20:", re.MULTILINE)
_FIELDS: Final = re.compile(rb"^:(?:60[FM]?|61|62[FM]?|34F|25P?):", re.MULTILINE)
_FIELD: Final = re.compile(r":(\d\d|NS)([A-Z]?):")
_BALANCE: Final = re.compile(r"[CD]\d{6}[A-Z]{3}(?=[\d,]{2,15}\s*\Z)\d+,\d*\s*", re.IGNORECASE)
_ROW: Final = re.compile(
    r"(?P<year>\d\d)(?P<month>\d\d)(?P<day>\d\d)(?:(?P<in_month>\d\d)(?P<on_day>\d\d)|\s{4})?"
    r"R?[DC][A-Z]?\s?(?=[\d,]{1,15}(?![\d.,']))\d+(?:,\d*)?(?![\d.,'])",
    re.IGNORECASE,
)
#: A line of so many letters goes on in the next, in the middle of a word if need be.
_FULL_LINE: Final = 65
_NO_REFERENCE: Final = "NONREF"
_NO_DAY: Final = "The row was not taken: its day is missing or does not exist."
_ODD: Final = "The row was not taken: it is not as the form wants it."

# It quotes the fields that it cannot read, which no log may hold.
logging.getLogger("mt940").setLevel(logging.CRITICAL + 1)


@dataclass(frozen=True, slots=True)
class _Field:
    """A field as it is written: its tag, its text, and its lines counted from 1."""

    tag: str
    text: str
    first: int
    last: int


@dataclass(slots=True)
class _Mt940Row:
    """A row, and what is said of it in the fields behind."""

    line: _Field
    details: list[_Field] = field(default_factory=list)


@dataclass(slots=True)
class _Block:
    """The fields from one ``:20:`` to the next."""

    line: int
    fields: list[_Field] = field(default_factory=list)

    def rows(self) -> list[_Mt940Row]:
        """The rows, each with the texts right behind it."""
        rows: list[_Mt940Row] = []
        behind = False
        for each in self.fields:
            if each.tag == "61":
                rows.append(_Mt940Row(each))
            elif each.tag == "86" and behind:
                rows[-1].details.append(each)
            behind = each.tag in ("61", "86") and (behind or each.tag == "61")
        return rows

    def texts(self, *tags: str) -> Iterator[_Field]:
        """The fields of these tags, in their order."""
        return (each for each in self.fields if each.tag in tags)


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - the port's
    """Whether the beginning has the first field of a message, and one of an account."""
    head = head.replace(b"\0", b"").replace(b"\r", b"\n").removeprefix(b"\xef\xbb\xbf")
    return _HEAD.search(head) is not None and _FIELDS.search(head) is not None


def read(path: Path) -> Snapshot:
    """All accounts of the file. Raises ``SourceError``."""
    data, digest = bytes_of(path)
    text = text_of(data)
    reader = _Mt940Reader(path)
    statements = [each for block in _blocks(text) if (each := reader.statement(block))]
    return snapshot_of("mt940", path, digest, statements, reader.remarks)


def _blocks(text: str) -> Iterator[_Block]:
    """The messages, without the envelope that SWIFT puts around each."""
    block: _Block | None = None
    tag, texts, first = "", list[str](), 0
    lines = text.removeprefix("\ufeff").split("\n")
    for number, raw in enumerate([*lines, ":20:"], start=1):
        line = raw.rstrip()
        found = _FIELD.match(line)
        if found:
            if block and tag:
                block.fields.append(_Field(tag, "\n".join(texts), first, first + len(texts) - 1))
            tag, texts, first = found[1] + found[2], [line[found.end() :]], number
            if tag == "20":
                if block:
                    yield block
                block = _Block(number)
        elif tag and line and line != "-" and not line.startswith(("-}", "{1:", "{2:")):
            texts.append(line)


class _Mt940Reader:
    """Makes statements of messages."""

    def __init__(self, path: Path) -> None:
        self.remarks: list[Remark] = []
        self._path = path

    def _remark(self, line: int, reason: str) -> None:
        self.remarks.append(Remark(self._path.name, line, reason))

    def statement(self, block: _Block) -> BankStatement | None:
        """One message as a statement; ``remarks`` say what could not be read."""
        opens = next(block.texts("60F", "60M", "60"), None)
        closes = next(block.texts("62F", "62M", "62"), None)
        if opens and (not closes or not _BALANCE.fullmatch(closes.text.split("\n")[0])):
            raise SourceTruncated(file=self._path.name)
        currency = _currency_of(block)
        try:
            exponent = exponent_of(currency)
        except UnknownCurrency:
            reason = f"The statement was not taken: its currency is {currency!r}."
            self._remark(block.line, reason)
            return None
        number = clean(next((each.text for each in block.texts("25", "25P")), ""))
        account = SourceAccount(
            f"{number}/{currency}", number or "account", currency, number=number or None
        )
        rows = block.rows()
        marked = is_ours(*(each.text for each in block.texts("20")))
        entries = [
            each._replace(ours=each.ours or marked)
            for each in self._entries(rows, account, exponent)
        ]
        return BankStatement(
            account,
            exponent,
            entries,
            line=block.line,
            opening=self._balance(opens, exponent),
            closing=self._balance(closes, exponent),
            whole=len(entries) == len(rows),
        )

    def _balance(self, found: _Field | None, exponent: int) -> tuple[date, int] | None:
        if found is None:
            return None
        text = found.text.split("\n")[0].strip()
        day = day_of(f"20{text[1:3]}", text[3:5], text[5:7])
        if not _BALANCE.fullmatch(text) or day is None:
            self._remark(found.first, "The balance was not taken: it cannot be read.")
            return None
        try:
            amount = to_minor(Decimal(text[10:].replace(",", ".")), exponent)
        except TieoutError:
            self._remark(found.first, "The balance was not taken: it is no amount.")
            return None
        return day, -amount if text[0] in "Dd" else amount

    def _entries(
        self, rows: Sequence[_Mt940Row], account: SourceAccount, exponent: int
    ) -> Iterator[SourceEntry]:
        good = [row for row in rows if _days(row.line.text)[0]]
        taken = dict(zip(map(id, good), _transactions(good), strict=False))
        if not taken:  # one of them breaks the library: each by itself
            taken = {id(row): found for row in good for found in _transactions([row])}
        for row in rows:
            found = taken.get(id(row))
            if found is None:
                dated = not _ROW.match(row.line.text) or _days(row.line.text)[0]
                self._remark(row.line.first, _ODD if dated else _NO_DAY)
            elif entry := self._entry(row.line, found, account, exponent):
                texts = (each.text for each in (row.line, *row.details))
                yield entry._replace(ours=is_ours(*texts))

    def _entry(
        self, row: _Field, found: Transaction, account: SourceAccount, exponent: int
    ) -> SourceEntry | None:
        booked, value = _days(row.text)
        assert booked is not None
        written = found.data["amount"].amount
        try:
            amount = to_minor(written, exponent)
        except TieoutError as error:
            self._remark(row.first, why_not(error, str(written)))
            return None
        reference = (found.data.get("bank_reference") or "").strip()
        return SourceEntry(
            account=account.key,
            booked_on=booked,
            amount_minor=amount,
            description=_description(found.data),
            value_on=value,
            source_id=reference or None,
            place=SourcePlace(self._path, row.first, row.last, row.first),
        )


def _transactions(rows: Sequence[_Mt940Row]) -> list[Transaction]:
    """What the library makes of these rows, in their order; nothing if one of them breaks it."""
    import mt940

    text = [":20:X"]
    for row in rows:
        text.append(f":61:{row.line.text}")
        text += [f":86:{each.text}" for each in row.details]
    try:
        # A text that names a file would be opened: it gets a stream.
        source = StringIO("\n".join(text))
        (found,) = mt940.parse_statements(source, options=mt940.Options.all())
    except (RuntimeError, ValueError, ArithmeticError):
        return []
    return list(found.transactions) if len(found.transactions) == len(rows) else []


def _days(text: str) -> tuple[date | None, date | None]:
    """The day a row was booked on, which is written without its year, and that of its value."""
    found = _ROW.match(text)
    if not found:
        return None, None
    value = day_of(f"20{found['year']}", found["month"], found["day"])
    if not found["in_month"]:
        return value, value
    year = 2000 + int(found["year"])
    near = value or date(year, min(max(int(found["month"]), 1), 12), 1)
    days = [
        day
        for each in (year - 1, year, year + 1)
        if (day := day_of(each, found["in_month"], found["on_day"]))
    ]
    return min(days, key=lambda day: abs(day - near), default=None), value


def _description(data: dict[str, Any]) -> str:
    """The other party and the purpose where the bank sets them apart, else all it says."""
    details = data.get("transaction_details")
    if details is None and (data.get("purpose") or data.get("applicant_name")):
        return clean(data.get("applicant_name"), data.get("purpose"))
    text = details or ""
    parts: list[str] = []
    for line in text.split("\n"):
        parts += [line] if len(line) >= _FULL_LINE else [line, " "]
    said = clean("".join(parts)) or clean(data.get("posting_text"))
    reference = (data.get("customer_reference") or "").strip()
    reference = "" if reference == _NO_REFERENCE else reference
    return said or clean(data.get("extra_details")) or clean(reference)


def _currency_of(block: _Block) -> str:
    for each in block.texts("60F", "60M", "60", "62F", "62M", "62"):
        return each.text[7:10].upper()
    for each in block.texts("34F"):
        return each.text[:3].upper()
    return ""
