"""Reads a GnuCash book, kept as XML (packed or plain) or in SQLite."""

import gzip
import re
import zlib
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Final

from lxml import etree  # type: ignore[import-untyped]

from db.formats.books.sqlite_file import MAGIC, digest_of, opened, tables_of
from db.formats.detect import MOST_BYTES
from db.formats.snapshot import (
    OURS,
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceHasDoctype,
    SourceMalformed,
    SourceTooLarge,
    SourceTooNew,
    SourceTruncated,
    is_ours,
)
from db.money import MAX_MINOR, UnknownCurrency, exponent_of
from db.words import AccountKind

FORMAT: Final = "gnucash"
#: The types of account that a bank or a purse keeps too, and what each is here.
_KINDS: Final = {
    "BANK": AccountKind.CHECKING,
    "CASH": AccountKind.OTHER,
    "CREDIT": AccountKind.CARD,
    "ASSET": AccountKind.OTHER,
    "LIABILITY": AccountKind.LOAN,
}
_ROOT, _EQUITY = "ROOT", "EQUITY"
_CURRENCIES: Final = ("CURRENCY", "ISO4217")
#: What GnuCash calls, by its languages, the accounts of the type BANK in which it keeps what has no
#: other leg yet; a currency follows.
_MAKESHIFT: Final = """
Imbalance Orphan|Ausgleichskonto Ausbuchungskonto|Déséquilibre Non_soldé Orphelin|Desequilibri Orfe|
Descuadre Desequilibrio Huérfano|Sbilancio Orfano|Desequilíbrio Orfã Órfão|Niet_in_balans Verweesd|
Ubalance Hittebarn|Ubalanse Foreldreløs|Obalans Föräldralös|Epätasapaino Orpo|Nevyváženost Sirotek|
Niezrównoważenie Osierocone|Kiegyenlítés Egyedülálló|Дисбаланс Упущенный|
貸借不一致 不明|不平衡的 孤立的
"""

_GZIP: Final = b"\x1f\x8b"
_PLAIN: Final = b"<gnc-v2"
_BOOK_VERSION: Final = "2.0.0"
_CHUNK: Final = 2**16
#: Unpacked, a book of a million splits has some 1.2 GB.
_MOST_UNPACKED: Final = 4 * MOST_BYTES

#: The tables that are read, and the versions that GnuCash 4 and 5 write.
_TABLES: Final = {
    "books": 1,
    "commodities": 1,
    "accounts": 1,
    "transactions": 4,
    "splits": 5,
    "slots": 4,
}
_NUMBER: Final = re.compile(r"(?:\d\W*){8}")
_DAY = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")

_NS: Final = "{http://www.gnucash.org/XML/%s}"
_GNC, _ACT, _CMDTY, _TRN, _SPLIT = (_NS % name for name in ("gnc", "act", "cmdty", "trn", "split"))
_GNC2: Final = "gnc-v2"
_BOOK, _TEMPLATES = _GNC + "book", _GNC + "template-transactions"
_ACCOUNT, _TRANSACTION = _GNC + "account", _GNC + "transaction"
_POSTED, _TS_DATE = _TRN + "date-posted", (_NS % "ts") + "date"
_DESCRIPTION, _SPLITS = _TRN + "description", _TRN + "splits"
_SPLIT_ID, _OF_ACCOUNT = _SPLIT + "id", _SPLIT + "account"
_SLOTS, _KEY, _VALUE = _ACT + "slots/slot", (_NS % "slot") + "key", (_NS % "slot") + "value"
_MEMO, _QUANTITY = _SPLIT + "memo", _SPLIT + "quantity"

_ALL_ACCOUNTS: Final = """
SELECT a.guid, a.name, a.account_type, a.parent_guid, c.namespace, c.mnemonic, a.code,
       (SELECT string_val FROM slots WHERE obj_guid = a.guid AND name = 'online_id')
FROM accounts a LEFT JOIN commodities c ON c.guid = a.commodity_guid"""
#: Scheduled transactions have accounts of their own, under a root of their own.
_TEMPLATE_ACCOUNTS: Final = """
WITH RECURSIVE template(guid) AS (
    SELECT root_template_guid FROM books
    UNION SELECT a.guid FROM accounts a JOIN template t ON a.parent_guid = t.guid)
SELECT guid FROM template"""
#: The slot has the day itself, where old books have a midnight moved to UTC beside it.
_ALL_SPLITS: Final = """
SELECT t.guid, substr(replace(coalesce(d.gdate_val, t.post_date), '-', ''), 1, 8), t.description,
       s.guid, s.account_guid, s.memo, s.quantity_num, s.quantity_denom
FROM transactions t JOIN splits s ON s.tx_guid = t.guid
LEFT JOIN slots d ON d.obj_guid = t.guid AND d.name = 'date-posted'
ORDER BY 2, t.rowid, s.rowid"""

_MARKED: Final = f"SELECT obj_guid, string_val FROM slots WHERE string_val LIKE '%{OURS}%'"


@dataclass(frozen=True, slots=True)
class _BookAccount:
    guid: str
    name: str
    type: str
    parent: str | None
    commodity: tuple[str, str]
    numbers: tuple[str | None, ...]

    @property
    def number(self) -> str | None:
        """The bank's: what an import from a bank noted, or a code too long for a chart's."""
        found = (each for each in self.numbers if each and _NUMBER.search(each))
        return next(found, None)


@dataclass(frozen=True, slots=True)
class _Split:
    guid: str
    account: str
    memo: str
    count: int
    of: int  #: the quantity is count / of
    ours: bool


@dataclass(frozen=True, slots=True)
class _Transaction:
    day: str
    text: str
    splits: tuple[_Split, ...]


@dataclass(slots=True)
class _Book:
    """What both ways to keep a book hold in common, without templates."""

    accounts: dict[str, _BookAccount] = field(default_factory=dict)
    transactions: list[_Transaction] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def identify(path: Path, head: bytes) -> bool:
    """Whether the file, of which ``head`` is the beginning, is a GnuCash book."""
    if head.startswith(_GZIP):
        try:
            return _PLAIN in zlib.decompressobj(wbits=31).decompress(head, len(head))
        except zlib.error:
            return False
    if head.startswith(MAGIC):
        with opened(path) as connection:
            return {*_TABLES, "gnclock"} <= tables_of(connection)
    return _PLAIN in head


def read(path: Path) -> Snapshot:
    """All that the book holds. Raises ``SourceError``."""
    digest = digest_of(path, MOST_BYTES)
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
        file.seek(0)
        book = _from_sqlite(path) if head == MAGIC else _from_xml(path, file, head)
    if path.with_name(f"{path.name}.LCK").exists() and not book.remarks:
        book.remarks.append(_is_open(path))
    exponents = _exponents(path, book)
    openings = _openings(book)
    totals = dict.fromkeys(exponents, 0)
    entries: list[SourceEntry] = []
    for each in book.transactions:
        for split in each.splits:
            if split.account not in exponents or not split.count:
                continue  # a voided split moves nothing
            entry = _entry(each, split, exponents[split.account])
            if isinstance(entry, str):
                book.remarks.append(Remark(path.name, None, entry))
            elif split.guid in openings:
                totals[split.account] += entry.amount_minor
            else:
                entries.append(entry)
    accounts = tuple(
        SourceAccount(
            key=guid,
            name=_full_name(book, book.accounts[guid]),
            currency=book.accounts[guid].commodity[1],
            kind=_KINDS[book.accounts[guid].type],
            number=book.accounts[guid].number,
            opening_minor=total,
        )
        for guid, total in totals.items()
    )
    return Snapshot(FORMAT, accounts, tuple(entries), tuple(book.remarks), {str(path): digest})


def _is_open(path: Path) -> Remark:
    return Remark(path.name, None, "The book is open in GnuCash: what is not saved yet is missing.")


def _exponents(path: Path, book: _Book) -> dict[str, int]:
    """The decimals of each account that is taken, by its guid. One without splits is a heading."""
    used = {split.account for each in book.transactions for split in each.splits}
    exponents: dict[str, int] = {}
    for guid, account in book.accounts.items():
        if account.type not in _KINDS or guid not in used:
            continue
        space, code = account.commodity
        if _is_makeshift(account):
            reason = f"The account {account.name} is left out: no bank keeps it."
            book.remarks.append(Remark(path.name, None, reason))
            continue
        try:
            exponents[guid] = exponent_of(code if space in _CURRENCIES else "")
        except UnknownCurrency:
            name = _full_name(book, account)
            reason = f"The account {name} is left out: it holds {code}, which is no currency."
            book.remarks.append(Remark(path.name, None, reason))
    return exponents


def _is_makeshift(account: _BookAccount) -> bool:
    word, _, code = account.name.rpartition("-")
    names = _MAKESHIFT.replace("|", " ").split()
    return code == account.commodity[1] and word.replace(" ", "_") in names


def _openings(book: _Book) -> set[str]:
    """The splits that only say what an account held before: the first one of each account, where
    the rest of its transaction is equity, or the opening of other accounts as well."""
    firsts: dict[str, tuple[str, int]] = {}
    for at, each in enumerate(book.transactions):
        for split in each.splits:
            firsts[split.account] = min(firsts.get(split.account, (each.day, at)), (each.day, at))
    openings: set[str] = set()
    for at, each in enumerate(book.transactions):
        own: list[str] = []
        equity = False
        for split in each.splits:
            kind = book.accounts[split.account].type if split.account in book.accounts else ""
            if kind == _EQUITY:
                equity = True
            elif kind in _KINDS and firsts[split.account] == (each.day, at):
                own.append(split.guid)
            else:
                break
        else:
            openings.update(own if equity else ())
    return openings


def _entry(transaction: _Transaction, split: _Split, exponent: int) -> SourceEntry | str:
    found = _DAY.match(transaction.day)
    try:
        # The day as it is written: noon or so in UTC, and never another day where the user is.
        day = date(*map(int, found.groups())) if found else None
    except ValueError:
        day = None
    minor, rest = divmod(split.count * 10**exponent, split.of) if split.of > 0 else (0, 1)
    text = " · ".join(dict.fromkeys(filter(None, (transaction.text, split.memo))))
    if day is None:
        return f"The split {split.guid} ({text}) is left out: it has no day."
    if rest or abs(minor) > MAX_MINOR:
        return f"The split {split.guid} ({text}) is left out: its currency has no such amount."
    return SourceEntry(
        account=split.account,
        booked_on=day,
        amount_minor=minor,
        description=text,
        source_id=split.guid,
        lasting=True,
        ours=split.ours or is_ours(text),
    )


def _full_name(book: _Book, account: _BookAccount) -> str:
    """The name with those above it, as GnuCash shows it: Assets:Current."""
    names = [account.name]
    seen = {account.guid}
    above = book.accounts.get(account.parent or "")
    while above is not None and above.type != _ROOT and above.guid not in seen:
        names.append(above.name)
        seen.add(above.guid)
        above = book.accounts.get(above.parent or "")
    return ":".join(reversed(names))


def _from_xml(path: Path, file: IO[bytes], head: bytes) -> _Book:
    book = _Book()
    try:
        if not head.startswith(_GZIP):
            return _parse(path, file, book)
        with gzip.open(file) as unpacked:
            return _parse(path, unpacked, book)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise SourceTruncated(file=path.name) from None
    except etree.XMLSyntaxError as error:
        if error.msg and "end of" in error.msg.lower():
            raise SourceTruncated(file=path.name) from None
        raise SourceMalformed(file=path.name, line=error.lineno, reason=error.msg) from None


def _parse(path: Path, file: IO[bytes] | gzip.GzipFile, book: _Book) -> _Book:
    """Feed the file piece by piece; each element is let go as soon as it is read."""
    parser = etree.XMLPullParser(
        events=("start", "end"),
        tag=(_GNC2, _BOOK, _TEMPLATES, _ACCOUNT, _TRANSACTION),
        resolve_entities=False,
        no_network=True,
    )
    size, inside = 0, False
    while chunk := file.read(_CHUNK):
        size += len(chunk)
        if size > _MOST_UNPACKED:
            raise SourceTooLarge(file=path.name, size=size, most=_MOST_UNPACKED)
        parser.feed(chunk)
        for event, element in parser.read_events():
            if event == "start":
                inside = inside or element.tag == _TEMPLATES
                if element.tag == _GNC2 and element.getroottree().docinfo.doctype:
                    raise SourceHasDoctype(file=path.name)
                version = element.get("version", _BOOK_VERSION)
                if version != _BOOK_VERSION:
                    raise SourceTooNew(file=path.name, found=version, known=_BOOK_VERSION)
            elif element.tag == _TEMPLATES:
                inside = False
            elif element.tag in (_ACCOUNT, _TRANSACTION):
                if not inside:
                    _take(path, book, element)
                element.clear()
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
    parser.close()
    return book


def _take(path: Path, book: _Book, element: etree._Element) -> None:
    if element.tag == _ACCOUNT:
        slots = ((e.findtext(_KEY), e.findtext(_VALUE)) for e in element.iterfind(_SLOTS))
        online = next((value for key, value in slots if key == "online_id"), None)
        account = _BookAccount(
            guid=element.findtext(_ACT + "id", ""),
            name=element.findtext(_ACT + "name", ""),
            type=element.findtext(_ACT + "type", ""),
            parent=element.findtext(_ACT + "parent"),
            commodity=(
                element.findtext(f"{_ACT}commodity/{_CMDTY}space", ""),
                element.findtext(f"{_ACT}commodity/{_CMDTY}id", ""),
            ),
            numbers=(online, element.findtext(_ACT + "code")),
        )
        book.accounts[account.guid] = account
        return
    day, text = "", ""
    splits: tuple[_Split, ...] = ()
    for child in element:
        if child.tag == _POSTED:
            day = child.findtext(_TS_DATE, "")
        elif child.tag == _DESCRIPTION:
            text = child.text or ""
        elif child.tag == _SPLITS:
            try:
                splits = tuple(map(_split, child))
            except (ValueError, KeyError):
                reason = "a split lacks its id, its account or its quantity"
                raise SourceMalformed(
                    file=path.name, line=child.sourceline, reason=reason
                ) from None
    book.transactions.append(_Transaction(day, text, splits))


def _split(element: etree._Element) -> _Split:
    said = {child.tag: child.text or "" for child in element}
    count, _, of = said[_QUANTITY].partition("/")
    ours = is_ours(*element.itertext())  # an imported row keeps its reference in a slot
    memo = said.get(_MEMO, "")
    return _Split(said[_SPLIT_ID], said[_OF_ACCOUNT], memo, int(count), int(of or 1), ours)


def _from_sqlite(path: Path) -> _Book:
    book = _Book()
    with opened(path) as connection:
        for table, version in connection.execute("SELECT table_name, table_version FROM versions"):
            if version > _TABLES.get(table, version):
                raise SourceTooNew(file=path.name, found=f"{table} {version}", known=_TABLES[table])
        if connection.execute("SELECT 1 FROM gnclock").fetchone():
            book.remarks.append(_is_open(path))
        for row in connection.execute(_ALL_ACCOUNTS):
            guid, name, kind, parent, space, unit, code, online = row
            commodity, numbers = (space or "", unit or ""), (online, code)
            book.accounts[guid] = _BookAccount(guid, name, kind, parent, commodity, numbers)
        templates = {guid for (guid,) in connection.execute(_TEMPLATE_ACCOUNTS)}
        for guid in templates:
            book.accounts.pop(guid, None)
        ours = {guid for guid, text in connection.execute(_MARKED) if is_ours(text)}
        rows = connection.execute(_ALL_SPLITS)
        for _, group in groupby(rows, key=itemgetter(0)):
            first, *more = group
            _, day, text = first[:3]
            splits = tuple(
                _Split(guid, account, memo or "", count, of, guid in ours)
                for _, _, _, guid, account, memo, count, of in (first, *more)
            )
            if not any(split.account in templates for split in splits):
                book.transactions.append(_Transaction(day or "", text or "", splits))
    return book
