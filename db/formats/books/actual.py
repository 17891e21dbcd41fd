"""Reads a budget of Actual: its db.sqlite, or the ZIP file that Actual exports."""

import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Final

from db.formats.books.sqlite_file import MAGIC, columns_of, digest_of, opened, tables_of
from db.formats.detect import MOST_BYTES
from db.formats.snapshot import (
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceNeedsCurrency,
    SourceTooLarge,
    SourceTooNew,
    SourceTruncated,
    is_ours,
)
from db.money import MAX_MINOR, exponent_of
from db.words import AccountKind

FORMAT: Final = "actual"
_ZIP: Final = b"PK\x03\x04"
_DATABASE: Final = "db.sqlite"
_TABLES: Final = frozenset({"transactions", "payee_mapping", "messages_crdt", "__migrations__"})
#: The last change to its tables that Actual 26.9.0 makes.
_KNOWN: Final = 1787013118115
_COLUMNS: Final = {
    "accounts": {"id", "name", "mask", "type", "tombstone"},
    "payees": {"id", "name", "transfer_acct"},
    "payee_mapping": {"id", "targetId"},
    "transactions": {
        *("id", "isChild", "acct", "amount", "description", "notes", "date"),
        *("imported_description", "starting_balance_flag", "tombstone", "financial_id"),
    },
}
#: Actual keeps every amount with two decimals, whatever its currency has.
_DECIMALS: Final = 2
_KINDS: Final = {
    "checking": AccountKind.CHECKING,
    "savings": AccountKind.SAVINGS,
    "credit": AccountKind.CARD,
    "mortgage": AccountKind.LOAN,
    "debt": AccountKind.LOAN,
}
_ACCOUNTS: Final = """
SELECT id, name, type, mask FROM accounts WHERE ifnull(tombstone, 0) = 0 ORDER BY sort_order, id"""
#: A split is one row and its parts; the bank knows the row. A transfer's payee is the account.
_ROWS: Final = """
SELECT t.id, t.acct, t.date, ifnull(t.amount, 0), ifnull(t.starting_balance_flag, 0),
       coalesce(a.name, nullif(p.name, ''), t.imported_description, ''), ifnull(t.notes, ''),
       ifnull(t.financial_id, '')
FROM transactions t JOIN accounts own ON own.id = t.acct AND ifnull(own.tombstone, 0) = 0
LEFT JOIN payee_mapping m ON m.id = t.description
LEFT JOIN payees p ON p.id = m.targetId
LEFT JOIN accounts a ON a.id = p.transfer_acct
WHERE ifnull(t.tombstone, 0) = 0 AND ifnull(t.isChild, 0) = 0 AND t.date IS NOT NULL
ORDER BY t.date, t.sort_order DESC, t.id"""


def identify(path: Path, head: bytes) -> bool:
    """Whether the file, of which ``head`` is the beginning, is a budget of Actual."""
    if head.startswith(_ZIP):
        try:
            with zipfile.ZipFile(path) as packed:
                return _DATABASE in packed.namelist()
        except zipfile.BadZipFile:
            return False
    if not head.startswith(MAGIC):
        return False
    with opened(path) as connection:
        return tables_of(connection) >= _TABLES


def read(path: Path, currency: str | None = None) -> Snapshot:
    """All that the budget holds. It does not say in which ``currency``, so that must be named.
    Raises ``SourceError`` and ``UnknownCurrency``."""
    if currency is None:
        raise SourceNeedsCurrency(file=path.name)
    exponent = exponent_of(currency)
    digest = digest_of(path, MOST_BYTES)
    with _database(path) as connection:
        remarks = _check_schema(path, connection)
        accounts = connection.execute(_ACCOUNTS).fetchall()
        openings = {guid: 0 for guid, *_ in accounts}
        entries: list[SourceEntry] = []
        for row in connection.execute(_ROWS):
            entry = _entry(row, exponent)
            if isinstance(entry, str):
                remarks.append(Remark(path.name, None, entry))
            elif row[4]:
                openings[entry.account] += entry.amount_minor
            else:
                entries.append(entry)
    return Snapshot(
        FORMAT,
        tuple(
            SourceAccount(
                key=guid,
                name=name or guid,
                currency=currency,
                kind=_KINDS.get(kind or ""),
                number=mask or None,
                opening_minor=openings[guid],
            )
            for guid, name, kind, mask in accounts
        ),
        tuple(entries),
        tuple(remarks),
        {str(path): digest},
    )


@contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    data = None
    with path.open("rb") as file:
        if file.read(len(_ZIP)) == _ZIP:
            data = _unpacked(path)
    with opened(path, data) as connection:
        yield connection


def _unpacked(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as packed, packed.open(_DATABASE) as file:
            data = file.read(MOST_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError):
        raise SourceTruncated(file=path.name) from None
    if len(data) > MOST_BYTES:
        raise SourceTooLarge(file=path.name, size=len(data), most=MOST_BYTES)
    return data


def _check_schema(path: Path, connection: sqlite3.Connection) -> list[Remark]:
    """Refuse tables that lack what is read. A later change that leaves it in place is a remark."""
    (last,) = connection.execute("SELECT max(id) FROM __migrations__").fetchone()
    for table, needed in _COLUMNS.items():
        if not needed <= columns_of(connection, table):
            raise SourceTooNew(file=path.name, found=last, known=_KNOWN)
    if last is not None and last > _KNOWN:
        reason = f"The budget is of a later Actual ({last}) than tieout knows ({_KNOWN})."
        return [Remark(path.name, None, reason)]
    return []


def _entry(row: tuple[str, str, int, int, int, str, str, str], exponent: int) -> SourceEntry | str:
    source_id, account, day, amount, _, payee, notes, bank_id = row
    text = " · ".join(dict.fromkeys(filter(None, (payee, notes))))
    minor, rest = divmod(amount * 10**exponent, 10**_DECIMALS)
    if rest or abs(minor) > MAX_MINOR:
        return f"The row {source_id} ({text}) is left out: its currency has no such amount."
    try:
        booked_on = date(day // 10_000, day // 100 % 100, day % 100)
    except ValueError:
        return f"The row {source_id} ({text}) is left out: there is no day {day}."
    return SourceEntry(
        account=account,
        booked_on=booked_on,
        amount_minor=minor,
        description=text,
        source_id=source_id,
        lasting=True,
        ours=is_ours(text, bank_id),
    )
