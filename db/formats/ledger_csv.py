"""The ledger as a folder of two CSV files, for people who keep it elsewhere or want a copy."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from db.errors import TieoutError
from db.formats.csv_table import (
    AccountDiffers,
    CsvColumns,
    CsvRow,
    NoLedgerFiles,
    UnknownAccountName,
    as_meant,
    open_table,
    read_table,
    write_table,
)
from db.formats.detect import bytes_of
from db.formats.snapshot import Snapshot, SourceAccount, SourceEntry, SourcePlace
from db.money import UnknownCurrency, exponent_of, to_minor
from db.private import private_folder
from db.words import ACCOUNT_FIELDS, AccountKind, Origin

ACCOUNTS_FILE = "accounts.csv"
TRANSACTIONS_FILE = "transactions.csv"

_ACCOUNTS = CsvColumns(
    names=(
        *("name", "institution", "kind", "currency", "mask"),
        *("opening_balance", *ACCOUNT_FIELDS, "origin", "opening_origin"),
    ),
    optional=(
        *("institution", "mask", "opening_balance", *ACCOUNT_FIELDS),
        *("origin", "opening_origin"),
    ),
)
_TRANSACTIONS = CsvColumns(
    names=("account", "date", "amount", "description", "origin"), optional=("origin",)
)


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - a folder has no first bytes
    return (path / ACCOUNTS_FILE).is_file() or (path / TRANSACTIONS_FILE).is_file()


def read(path: Path, known: Mapping[str, str] | None = None) -> Snapshot:
    """What the folder's accounts.csv, transactions.csv or both hold.

    ``known`` has the currencies of accounts that the ledger has, by their names, for a folder
    without accounts.csv. Raises the errors of `db.formats.csv_table`.
    """
    files = {name: path / name for name in (ACCOUNTS_FILE, TRANSACTIONS_FILE)}
    there = {name: file for name, file in files.items() if file.is_file()}
    if not there:
        raise NoLedgerFiles(folder=path)
    accounts = _read_accounts(there.get(ACCOUNTS_FILE), known or {})
    entries = _read_entries(there.get(TRANSACTIONS_FILE), accounts)
    return Snapshot(
        format="folder",
        accounts=tuple(accounts.values()),
        entries=tuple(entries),
        files={str(file): bytes_of(file)[1] for file in there.values()},
        has_entries=TRANSACTIONS_FILE in there,
    )


def write_folder(
    folder: Path, accounts: Iterable[tuple[str, ...]], entries: Iterable[tuple[str, ...]]
) -> None:
    """Write accounts.csv and transactions.csv into ``folder``, in place of those it holds. Each row
    has the cells of its file's columns, in their order."""
    private_folder(folder)
    write_table(folder / ACCOUNTS_FILE, _ACCOUNTS, accounts)
    write_table(folder / TRANSACTIONS_FILE, _TRANSACTIONS, entries)


def _read_accounts(file: Path | None, known: Mapping[str, str]) -> dict[str, SourceAccount]:
    found = {name: SourceAccount(name, name, currency) for name, currency in known.items()}
    for row in read_table(file, _ACCOUNTS) if file else ():
        account = _account(row)
        before = found.get(account.key)
        said = [column for column in _ACCOUNTS.names if column in account.states]
        for column in said if before and before.line else ():
            name = column.replace("opening_balance", "opening_minor")
            if getattr(account, name, None) != getattr(before, name, None):
                raise AccountDiffers(file=row.file, line=row.line, column=column)
        found[account.key] = account
    return found


def _read_entries(
    file: Path | None, accounts: Mapping[str, SourceAccount]
) -> Iterator[SourceEntry]:
    """Each account, day and origin is read once: a million rows have few of them."""
    if file is None:
        return
    names, records = open_table(file, _TRANSACTIONS)
    account_at, day_at, amount_at, text_at = map(names.index, _TRANSACTIONS.needed)
    origin_at = names.index("origin") if "origin" in names else None
    known: dict[tuple[str, str, str], tuple[str, date, bool, int]] = {}
    for line, cells in records:
        said = cells[account_at], cells[day_at], cells[origin_at] if origin_at is not None else ""
        if said not in known:
            known[said] = _beside(CsvRow.of(file, line, names, cells), accounts)
        key, day, ours, exponent = known[said]
        try:
            amount = to_minor(cells[amount_at].strip(), exponent)
        except TieoutError as error:
            row = CsvRow.of(file, line, names, cells)
            raise row.bad("amount", str(error)) from None
        text, place = as_meant(cells[text_at]), SourcePlace(file, line, line)
        # By position, which takes half the time of names.
        yield SourceEntry(key, day, amount, text, None, None, False, False, ours, place)


def _beside(row: CsvRow, accounts: Mapping[str, SourceAccount]) -> tuple[str, date, bool, int]:
    """What a row says beside its amount and text: account, day and origin; the decimals with it."""
    account = accounts.get(row.name("account"))
    if account is None:
        raise UnknownAccountName(file=row.file, line=row.line, column="account")
    day, origin = row.day("date"), _origin(row, "origin")
    return account.key, day, origin is Origin.READING, exponent_of(account.currency)


def _account(row: CsvRow) -> SourceAccount:
    currency, exponent = _currency(row)
    has_balance = row.optional("opening_balance") is not None
    name, origin = row.name("name"), _origin(row, "origin")
    opening = row.optional("opening_origin") and _origin(row, "opening_origin")
    said = {name: _field(row, name) for name in ACCOUNT_FIELDS}
    opened, closed = said["opened_on"], said["closed_on"]
    if opened and closed and closed < opened:
        raise row.bad("closed_on", "the account was opened after that day.")
    return SourceAccount(
        key=name,
        name=name,
        currency=currency,
        kind=_kind(row),
        institution=row.optional("institution"),
        mask=row.optional("mask"),
        opening_minor=row.amount("opening_balance", exponent) if has_balance else 0,
        read=origin is Origin.READING,
        opening_read=(opening or origin) is Origin.READING,
        states=frozenset(row.cells),
        line=row.line,
        **said,
    )


def _field(row: CsvRow, column: str) -> Any:
    text = row.optional(column)
    return row.day(column) if text and ACCOUNT_FIELDS[column] is date else text


def _origin(row: CsvRow, column: str) -> Origin:
    """What came from a reading stays so; all else that a file says is its source's word."""
    text = row.optional(column) or Origin.SOURCE
    try:
        said = Origin(text)
    except ValueError:
        raise row.bad(column, f"choose one of {', '.join(Origin)}.") from None
    return Origin.READING if said is Origin.READING else Origin.SOURCE


def _kind(row: CsvRow) -> AccountKind:
    try:
        return AccountKind(row.name("kind").lower())
    except ValueError:
        raise row.bad("kind", f"it must be one of {', '.join(AccountKind)}.") from None


def _currency(row: CsvRow) -> tuple[str, int]:
    currency = row.name("currency").upper()
    try:
        return currency, exponent_of(currency)
    except UnknownCurrency as error:
        raise row.bad("currency", str(error)) from None
