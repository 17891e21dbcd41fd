"""The ledger as a folder of two CSV files, for people who keep it elsewhere or want a copy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.csv_table import (
    AccountDiffers,
    CsvColumns,
    CsvRow,
    NoLedgerFiles,
    UnknownAccountName,
    harmless,
    read_table,
    write_table,
)
from db.ledger.bookkeeping import add_account
from db.ledger.merging import NOBODY, merge_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Account, Transaction
from db.money import UnknownCurrency, exponent_of, to_decimal_string
from db.private import private_folder
from db.words import AccountKind, Origin

ACCOUNTS_FILE = "accounts.csv"
TRANSACTIONS_FILE = "transactions.csv"

_ACCOUNTS = CsvColumns(
    names=(
        *("name", "institution", "kind", "currency", "mask"),
        *("opening_balance", "opened_on", "closed_on", "origin", "opening_origin"),
    ),
    optional=(
        *("institution", "mask", "opening_balance", "opened_on", "closed_on"),
        *("origin", "opening_origin"),
    ),
)
_TRANSACTIONS = CsvColumns(
    names=("account", "date", "amount", "description", "origin"), optional=("origin",)
)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came in, how many transactions the ledger had seen before, and how many a lock
    refused."""

    accounts_added: int
    transactions_added: int
    transactions_known: int
    transactions_refused: int = 0


@dataclass(frozen=True, slots=True)
class _Known:
    """What a row of transactions.csv has to know of its account."""

    id: int
    exponent: int


def import_folder(
    session: Session,
    folder: Path,
    actor: str = NOBODY,
    closed: Mapping[int, Mapping[date, int]] | None = None,
) -> Imported:
    """Bring in the folder's accounts.csv, transactions.csv or both; the same again adds nothing.

    ``closed`` is of `merge_transactions`, by account. Raises the errors of
    ``db.formats.csv_table``, after which the unit of work must be given up.
    """
    accounts, transactions = folder / ACCOUNTS_FILE, folder / TRANSACTIONS_FILE
    if not accounts.is_file() and not transactions.is_file():
        raise NoLedgerFiles(folder=folder)
    accounts_added = _import_accounts(session, accounts) if accounts.is_file() else 0
    if not transactions.is_file():
        return Imported(accounts_added, 0, 0)
    read = _read_transactions(session, transactions)
    merged = [
        merge_transactions(session, to, rows, actor, (closed or {}).get(to))
        for to, rows in read.items()
    ]
    added, refused = sum(each.added for each in merged), sum(each.refused for each in merged)
    known = sum(map(len, read.values())) - added - refused
    return Imported(accounts_added, added, known, refused)


def export_folder(session: Session, folder: Path) -> None:
    """Write accounts.csv and transactions.csv into ``folder``, in place of those it holds."""
    private_folder(folder)
    write_table(folder / ACCOUNTS_FILE, _ACCOUNTS, _account_rows(session))
    write_table(folder / TRANSACTIONS_FILE, _TRANSACTIONS, _transaction_rows(session))


def _import_accounts(session: Session, file: Path) -> int:
    added = 0
    for row in read_table(file, _ACCOUNTS):
        new = _account(row)
        there = session.scalar(select(Account).filter_by(name=new.name))
        if there is None:
            add_account(session, new)
            added += 1
        else:
            _check_same(row, new, there)
    return added


def _read_transactions(session: Session, file: Path) -> dict[int, list[NewEntry]]:
    accounts = {
        account.name: _Known(account.id, exponent_of(account.currency))
        for account in session.scalars(select(Account))
    }
    read: dict[int, list[NewEntry]] = defaultdict(list)
    for row in read_table(file, _TRANSACTIONS):
        account = accounts.get(row.name("account"))
        if account is None:
            raise UnknownAccountName(file=row.file, line=row.line, column="account")
        read[account.id].append(_entry(row, account.exponent))
    return read


def _account(row: CsvRow) -> NewAccount:
    currency, exponent = _currency(row)
    has_balance = row.optional("opening_balance") is not None
    return NewAccount(
        name=row.name("name"),
        kind=_kind(row),
        currency=currency,
        institution=row.optional("institution"),
        mask=row.optional("mask"),
        opening_balance_minor=row.amount("opening_balance", exponent) if has_balance else 0,
        opened_on=_day(row, "opened_on"),
        closed_on=_closed_on(row),
        origin=_origin(row, "origin"),
        opening_origin=_origin(row, "opening_origin"),
    )


def _day(row: CsvRow, column: str) -> date | None:
    return row.day(column) if row.optional(column) else None


def _closed_on(row: CsvRow) -> date | None:
    opened, closed = _day(row, "opened_on"), _day(row, "closed_on")
    if opened and closed and closed < opened:
        raise row.bad("closed_on", "the account was opened after that day.")
    return closed


def _entry(row: CsvRow, exponent: int) -> NewEntry:
    said = (row.day("date"), row.amount("amount", exponent), row.text("description"))
    return NewEntry(*said, origin=_origin(row, "origin"))


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


def _check_same(row: CsvRow, new: NewAccount, there: Account) -> None:
    """Refuse an account that is said otherwise than it is; who vouches for it is not compared."""
    for field in fields(new):
        column = field.name.removesuffix("_minor")
        if field.name.endswith("origin"):
            continue
        if column in row.cells and getattr(new, field.name) != getattr(there, field.name):
            raise AccountDiffers(file=row.file, line=row.line, column=column)


def _account_rows(session: Session) -> Iterator[tuple[str, ...]]:
    for account in session.scalars(select(Account).order_by(Account.id)):
        yield (
            harmless(account.name),
            harmless(account.institution or ""),
            account.kind,
            account.currency,
            harmless(account.mask or ""),
            to_decimal_string(account.opening_balance_minor, exponent_of(account.currency)),
            account.opened_on.isoformat() if account.opened_on else "",
            account.closed_on.isoformat() if account.closed_on else "",
            _weakest(account.kind_origin, account.currency_origin),
            account.opening_origin,
        )


def _transaction_rows(session: Session) -> Iterator[tuple[str, ...]]:
    columns = (
        Account.name,
        Transaction.booked_on,
        Transaction.amount_minor,
        Account.currency,
        Transaction.description,
        Transaction.origin,
    )
    query = select(*columns).join(Account, Account.id == Transaction.account_id)
    order = (Transaction.account_id, Transaction.booked_on, Transaction.id)
    for name, day, amount, currency, description, origin in session.execute(query.order_by(*order)):
        decimal = to_decimal_string(amount, exponent_of(currency))
        yield harmless(name), day.isoformat(), decimal, harmless(description), origin


def _weakest(*origins: Origin) -> Origin:
    return Origin.READING if Origin.READING in origins else origins[0]
