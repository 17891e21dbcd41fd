"""Reads OFX, QFX and QBO, as SGML and as XML, for every bank bends the form in its own way."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from html import unescape
from pathlib import Path
from sys import intern
from typing import Final

from db.errors import TieoutError
from db.formats.bank.bank_statements import (
    BankFigures,
    BankStatement,
    TextLines,
    clean,
    day_of,
    refuse_doctype,
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
from db.money import UnknownCurrency, exponent_of
from db.words import AccountKind

_HEADER: Final = re.compile(rb"OFXHEADER\s*[:=]|<\?OFX|<OFX>", re.IGNORECASE)
_CHARSET: Final = re.compile(rb"CHARSET:\s*(?:ISO-|WINDOWS-)?([0-9-]+)", re.IGNORECASE)
_NOT_TAGS: Final = re.compile(r"<!\[CDATA\[(.*?)\]\]>|<!--.*?-->", re.DOTALL)
#: A tag and the text behind it, in which a "<" may be that begins none.
_TAG: Final = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9_.]*)\s*/?>"
    r"([^<]*(?:<(?!/?[A-Za-z][A-Za-z0-9_.]*\s*/?>)[^<]*)*)"
)
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_DAY: Final = re.compile(r"(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T\s\d\[].*)?")

_STATEMENTS: Final = frozenset({"STMTRS", "CCSTMTRS"})
_ROWS: Final = frozenset({"STMTTRN", "STMTTRNP"})
_ACCOUNTS: Final = frozenset({"BANKACCTFROM", "CCACCTFROM"})
#: Parts that hold others: what lies in one of them is not of the part around it.
_PARTS: Final = (
    _STATEMENTS
    | _ROWS
    | _ACCOUNTS
    | frozenset({"BANKTRANLIST", "BANKTRANLISTP", "LEDGERBAL", "AVAILBAL", "BALLIST", "BAL"})
    | frozenset({"PAYEE", "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO", "INVSTMTRS"})
)
#: The parts whose values are those of their statement.
_HEADS: Final = _STATEMENTS | _ACCOUNTS | frozenset({"BANKTRANLIST", "LEDGERBAL"})
#: What many rows say in the same words, of which one is kept.
_REPEATED: Final = frozenset({"TRNTYPE", "DTPOSTED", "DTUSER", "DTAVAIL"})
_DELETE: Final = "DELETE"
_KINDS: Final = {
    "CHECKING": AccountKind.CHECKING,
    "SAVINGS": AccountKind.SAVINGS,
    "MONEYMRKT": AccountKind.SAVINGS,
    "CD": AccountKind.SAVINGS,
    "CREDITLINE": AccountKind.LOAN,
}


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - the port's
    """Whether the beginning has the header or the first tag of OFX."""
    return _HEADER.search(head.replace(b"\0", b"")) is not None


def read(path: Path, *, currency: str | None = None) -> Snapshot:
    """All accounts; ``currency`` is for those that name none. Raises ``SourceError``."""
    data, digest = bytes_of(path)
    charset = _CHARSET.search(data[:1024])
    text = text_of(data, charset[1].decode() if charset else "")
    del data
    refuse_doctype(path.name, text)
    if not re.search(r"</OFX\s*>[^<]*\Z", text, re.IGNORECASE):
        raise SourceTruncated(file=path.name)
    text = _NOT_TAGS.sub(_plain, text)
    found = _Tags(text)
    found.read()
    reader = _Statements(path, TextLines(text), found.statements, currency)
    return snapshot_of("ofx", path, digest, reader.read(), reader.remarks)


def _plain(part: re.Match[str]) -> str:
    """CDATA as escaped text, and a comment as its ends of lines."""
    if part[1] is None:
        return "\n" * part[0].count("\n")
    return part[1].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(slots=True)
class _OfxPart:
    """A statement or a row as it is written, and where. There may be a million rows."""

    name: str
    start: int
    end: int = 0
    amount_at: int = 0
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _OfxStatement(_OfxPart):
    rows: list[_OfxPart] = field(default_factory=list)


class _Tags:
    """Walks through the tags and gathers the values of each statement and each row."""

    def __init__(self, text: str) -> None:
        self.statements: list[_OfxStatement] = []
        self._text = text
        self._open: list[str] = []
        self._row: _OfxPart | None = None

    def read(self) -> None:
        """Fill ``statements``."""
        names: dict[str, str] = {}  # one text for all rows
        for tag in _TAG.finditer(self._text):
            closes, written, text = tag.groups()
            name = names.get(written) or names.setdefault(written, intern(written.upper()))
            if name not in _PARTS:
                if closes:
                    continue
                if self._row is None or not self._open or self._open[-1] not in _ROWS:
                    self._value(name, text)
                elif name not in self._row.values:
                    said = _said(text)
                    self._row.values[name] = intern(said) if name in _REPEATED else said
                    if name == "TRNAMT":
                        self._row.amount_at = tag.start()
            elif closes:
                self._close(name, tag.start(3))
            else:
                self._begin(name, tag.start())

    def _begin(self, name: str, at: int) -> None:
        if name in _ROWS:
            self._end_row(at)
            if self.statements and "INVSTMTRS" not in self._open:
                self._row = _OfxPart(name, at)
                self.statements[-1].rows.append(self._row)
        elif name in _STATEMENTS or name == "INVSTMTRS":
            self._end_row(at)
            self._open.clear()
            self.statements.append(_OfxStatement(name, at))
        self._open.append(name)

    def _close(self, name: str, at: int) -> None:
        if name in _ROWS:
            self._end_row(at)
        if name in self._open:
            while self._open.pop() != name:
                pass

    def _end_row(self, at: int) -> None:
        if self._row is not None:
            self._row.end = at
        self._row = None

    def _value(self, name: str, text: str) -> None:
        """Take what is no value of a row itself."""
        within = self._open[-1] if self._open else ""
        part = self._row or (self.statements[-1] if self.statements else None)
        if part is None:
            return
        if within in ("CURRENCY", "PAYEE"):
            if name in ("CURSYM", "NAME"):
                part.values.setdefault(name, _said(text))
        elif self._row is None and within in _HEADS:
            part.values.setdefault(name, _said(text))


def _said(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    return text.strip()


class _Statements:
    """Makes statements of what was gathered."""

    def __init__(
        self, path: Path, lines: TextLines, parts: list[_OfxStatement], currency: str | None
    ) -> None:
        self.remarks: list[Remark] = []
        self._path = path
        self._lines = lines
        self._parts = parts
        self._currency = currency
        amounts = [row.values.get("TRNAMT", "") for part in parts for row in part.rows]
        amounts += [part.values.get("BALAMT", "") for part in parts]
        self._figures = BankFigures.of(amounts, grouped=False)
        self._keys = [_account(part, self._currency_of(part)).key for part in parts]
        #: Where the last row is that corrects one, by the account and the id of that one.
        self._corrected = {
            (key, _corrects(row)): row.start for key, row in self._rows() if _corrects(row)
        }
        self._there = {
            (key, row.values.get("FITID", ""))
            for key, row in (self._rows() if self._corrected else ())
            if not _deletes(row)
        }
        self._had: Counter[SourceEntry] = Counter()

    def read(self) -> list[BankStatement]:
        """Those that can be read; ``remarks`` say what could not."""
        return [each for part in self._parts if (each := self._statement(part))]

    def _remark(self, part: _OfxPart, reason: str) -> None:
        self.remarks.append(Remark(self._path.name, self._lines.at(part.start), reason))

    def _statement(self, part: _OfxStatement) -> BankStatement | None:
        if part.name == "INVSTMTRS":
            self._remark(part, "A statement of investments is not read.")
            return None
        currency = self._currency_of(part)
        try:
            exponent = exponent_of(currency)
        except UnknownCurrency:
            self._remark(part, f"The statement was not taken: its currency is {currency!r}.")
            return None
        account = _account(part, currency)
        part.rows.reverse()
        entries = []
        while part.rows:  # let go one by one: a file may have a million
            row = part.rows.pop()
            # Whether another row corrects this one, or this one only takes another away.
            last = self._corrected.get((account.key, row.values.get("FITID", "")), -1)
            target, deletes = _corrects(row), _deletes(row)
            if deletes and (account.key, target) not in self._there:
                reason = f"it takes the row {target!r} away, which the file does not have."
                self._remark(row, f"The row was not taken: {reason}")
            if not (deletes or last > (row.start if target else -1)):
                entries.append(self._entry(row, account, exponent))
        return BankStatement(
            account,
            exponent,
            self._once(account.key, [each for each in entries if each]),
            line=self._lines.at(part.start),
            closing=self._balance(part, exponent),
            starts=_day(part.values.get("DTSTART", "")),
            whole=all(entries),
        )

    def _rows(self) -> Iterator[tuple[str, _OfxPart]]:
        for key, part in zip(self._keys, self._parts, strict=True):
            yield from ((key, row) for row in part.rows)

    def _currency_of(self, part: _OfxPart) -> str:
        return part.values.get("CURDEF", "").upper() or self._currency or ""

    def _once(self, key: str, entries: list[SourceEntry]) -> list[SourceEntry]:
        """The rows that no statement before has, where those of an account overlap: a row with the
        same id, day and amount is the same."""
        if self._keys.count(key) == 1:
            return entries
        own: Counter[SourceEntry] = Counter()
        kept = []
        for each in entries:
            bare = each._replace(description="", value_on=None, place=None, ours=False)
            own[bare] += 1
            if not each.source_id or own[bare] > self._had[bare]:
                kept.append(each)
        self._had |= own
        return kept

    def _balance(self, part: _OfxPart, exponent: int) -> tuple[date, int] | None:
        day, text = _day(part.values.get("DTASOF", "")), part.values.get("BALAMT", "")
        if not text:
            return None
        if day is None:
            self._remark(part, "The balance was not taken: its day is missing or does not exist.")
            return None
        try:
            return day, self._figures.minor(text, exponent)
        except TieoutError:
            self._remark(part, "The balance was not taken: it is no amount.")
            return None

    def _entry(self, row: _OfxPart, account: SourceAccount, exponent: int) -> SourceEntry | None:
        values = row.values
        pending = row.name == "STMTTRNP"
        booked = _day(values.get("DTPOSTED") or (values.get("DTTRAN", "") if pending else ""))
        text = values.get("TRNAMT", "")
        foreign = values.get("CURSYM", account.currency).upper()
        if booked is None:
            reason = "The row was not taken: its day is missing or does not exist."
        elif foreign != account.currency:
            reason = f"The row was not taken: it is in {foreign!r}, not the account's currency."
        elif values.get("CORRECTACTION") and not _corrects(row):
            reason = "The row was not taken: it corrects another row instead of being one."
        else:
            try:
                amount = self._figures.minor(text, exponent)
            except TieoutError as error:
                reason = why_not(error, text)
            else:
                return self._taken(row, account, booked, amount)
        self._remark(row, reason)
        return None

    def _taken(
        self, row: _OfxPart, account: SourceAccount, booked: date, amount: int
    ) -> SourceEntry:
        values = row.values
        reference = values.get("FITID") or None
        place = SourcePlace(
            self._path,
            self._lines.at(row.start),
            self._lines.at(row.end - 1),
            self._lines.at(row.amount_at),
        )
        return SourceEntry(
            account=account.key,
            booked_on=booked,
            amount_minor=amount,
            description=clean(values.get("NAME"), values.get("MEMO"))
            or clean(values.get("CHECKNUM")),
            value_on=_day(values.get("DTAVAIL", "")),
            source_id=reference,
            pending=row.name == "STMTTRNP",
            ours=is_ours(*values.values()),
            place=place,
        )


def _corrects(row: _OfxPart) -> str:
    """The id of the row that this one replaces or takes away; empty if it does neither."""
    if "CORRECTACTION" not in row.values:
        return ""  # as hardly any row has it
    known = row.values["CORRECTACTION"].upper() in (_DELETE, "REPLACE")
    return row.values.get("CORRECTFITID", "") if known else ""


def _deletes(row: _OfxPart) -> bool:
    return bool(_corrects(row)) and row.values["CORRECTACTION"].upper() == _DELETE


def _account(part: _OfxPart, currency: str) -> SourceAccount:
    values = part.values
    number = clean(values.get("ACCTID"))
    card = part.name == "CCSTMTRS"
    kind = AccountKind.CARD if card else _KINDS.get(values.get("ACCTTYPE", "").upper())
    which = "CREDITCARD" if card else values.get("ACCTTYPE", "").upper()
    key = "/".join((clean(values.get("BANKID")), number, which, currency))
    return SourceAccount(key, number or which.lower() or "account", currency, kind, number or None)


@lru_cache(4096)
def _day(text: str) -> date | None:
    """The day as it is written: the time zone behind it is that of the bank."""
    found = _DAY.fullmatch(text)
    return day_of(*found.groups()) if found else None
