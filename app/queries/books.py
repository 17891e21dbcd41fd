"""Asks the ledger what a person asked for, by the names that a person uses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from app.access.rights import person
from app.environment.opening import make_ledger
from app.errors import AccountUnclear, WouldReplace
from app.shapes.ledger import (
    AccountShape,
    BroughtInShape,
    EntryShape,
    StartedShape,
    account_shape,
    entry_shape,
)
from app.shapes.writing import by_name, shaped
from db.engine import place
from db.formats.ledger_csv import ACCOUNTS_FILE, TRANSACTIONS_FILE, export_folder, import_folder
from db.ledger import queries
from db.ledger.balances import recount
from db.ledger.locks import WouldBreakLock
from db.ledger.views import AccountView
from db.models import Lock
from db.money import exponent_of
from db.session import read_only, unit_of_work

NOTHING: Final = BroughtInShape(
    accounts_added=0, transactions_added=0, transactions_known=0, transactions_refused=0
)


def account_list(engine: Engine, as_of: date | None) -> list[AccountShape]:
    """Every account, with its balance at the end of ``as_of``, or after all entries."""
    with read_only(engine) as session:
        return [account_shape(account) for account in queries.accounts(session, as_of)]


def entry_list(
    engine: Engine, wanted: str, start: date | None, end: date | None, search: str | None
) -> list[EntryShape]:
    """The entries of one account from ``start`` to ``end``, both included.

    Raises:
        AccountUnclear: no account, or more than one, goes by that word.
    """
    with read_only(engine) as session:
        account = find_account(queries.accounts(session), wanted)
        found = queries.entries(session, account.id, start, end, search=search)
    exponent = exponent_of(account.currency)
    return [entry_shape(entry, exponent) for entry in found]


def start_ledger(url: str, csv_folder: Path | None) -> StartedShape:
    """Make the ledger unless it is there, and bring in a folder's CSV files: both or neither.

    Raises:
        BadDatabaseUrl, DriverMissing, LedgerUnreachable, LedgerOutdated, LedgerTooOld,
        and those of `db.formats.csv_table`.
    """
    engine, created = make_ledger(url)
    brought = bring_in(engine, csv_folder) if csv_folder else NOTHING
    return StartedShape(place=place(engine), created=created, **by_name(brought))


def bring_in(engine: Engine, csv_folder: Path, *, dry_run: bool = False) -> BroughtInShape:
    """Bring in a folder's CSV files. What would change a locked period, or end its proof, is
    refused and kept as a discrepancy; all of the rest comes in, or nothing.

    Raises the errors of `db.formats.csv_table`.
    """
    # Heavy, and no business of those who only look an account up.
    from pipeline.record.settling import settle

    closed: dict[int, dict[date, int]] = {}
    while True:
        try:
            with unit_of_work(engine, dry_run=dry_run) as session:
                found = import_folder(session, csv_folder, person(), closed)
                settle(session)
            return shaped(BroughtInShape, found)
        except WouldBreakLock as broken:
            # Each time round closes more of one account, up to the last of its locks.
            with read_only(engine) as session:
                held = session.get_one(Lock, broken.facts["lock_id"])
            closed.setdefault(held.account_id, {})[held.period_end] = held.id


def count_again(engine: Engine, *, dry_run: bool) -> int:
    """Put the monthly totals right, and say how many were wrong."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        return recount(session)


def write_out(engine: Engine, csv_folder: Path, *, replace: bool) -> None:
    """Write the ledger's CSV files into a folder.

    Raises:
        WouldReplace: the folder holds one of them, and ``replace`` does not say that it may go.
    """
    for name in (ACCOUNTS_FILE, TRANSACTIONS_FILE):
        if (csv_folder / name).exists() and not replace:
            raise WouldReplace(file=csv_folder / name)
    with read_only(engine) as session:
        export_folder(session, csv_folder)


def account_id(engine: Engine, wanted: str | None) -> int | None:
    """The id of the account that goes by that word, if one is named. Raises ``AccountUnclear``."""
    if wanted is None:
        return None
    with read_only(engine) as session:
        return find_account(queries.accounts(session), wanted).id


def find_account(accounts: Sequence[AccountView], wanted: str) -> AccountView:
    """The account with that id, last digits, name, or part of a name; the first that is unique.

    Raises:
        AccountUnclear: no account, or more than one, goes by that word.
    """
    word = wanted.casefold()
    for matches in (
        [account for account in accounts if str(account.id) == wanted],
        [account for account in accounts if account.name.casefold() == word],
        [account for account in accounts if account.mask == wanted.lstrip("*")],
        [account for account in accounts if word in account.name.casefold()],
    ):
        if len(matches) == 1:
            return matches[0]
    raise AccountUnclear(wanted=wanted)
