"""Asks the ledger what a person asked for, by the names that a person uses."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import AccountUnclear, WouldReplace
from app.shapes.ledger import AccountShape, EntryShape, account_shape, entry_shape
from db.formats.csv_table import harmless
from db.formats.ledger_csv import ACCOUNTS_FILE, TRANSACTIONS_FILE, write_folder
from db.ledger import queries
from db.ledger.balances import recount
from db.ledger.views import AccountView, known_by
from db.models import Account, Transaction
from db.money import exponent_of, to_decimal_string
from db.session import read_only, unit_of_work
from db.words import ACCOUNT_FIELDS, Origin


def account_list(engine: Engine, as_of: date | None) -> list[AccountShape]:
    """Every account, with its balance at the end of ``as_of``, or after all entries."""
    with read_only(engine) as session:
        return [account_shape(account) for account in queries.accounts(session, as_of)]


def entry_list(
    engine: Engine, wanted: str, start: date | None, end: date | None, search: str | None
) -> list[EntryShape]:
    """An account's entries from ``start`` to ``end``, both included. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        account = find_account(queries.accounts(session), wanted)
        found = queries.entries(session, account.id, start, end, search=search)
    exponent = exponent_of(account.currency)
    return [entry_shape(entry, exponent) for entry in found]


def count_again(engine: Engine, *, dry_run: bool) -> int:
    """Put the monthly totals right, and say how many were wrong."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        return recount(session)


def write_out(engine: Engine, csv_folder: Path, *, replace: bool) -> None:
    """Write the ledger's CSV files; ``replace`` lets go of old ones. Raises ``WouldReplace``."""
    for name in (ACCOUNTS_FILE, TRANSACTIONS_FILE):
        if (csv_folder / name).exists() and not replace:
            raise WouldReplace(file=csv_folder / name)
    with read_only(engine) as session:
        export_folder(session, csv_folder)


def export_folder(session: Session, csv_folder: Path) -> None:
    """Write the ledger's accounts and entries as accounts.csv and transactions.csv."""
    write_folder(csv_folder, _account_rows(session), _transaction_rows(session))


def account_id(engine: Engine, wanted: str | None) -> int | None:
    """The id of the account that goes by that word, if one is named. Raises ``AccountUnclear``."""
    if wanted is None:
        return None
    with read_only(engine) as session:
        return find_account(queries.accounts(session), wanted).id


def find_account(accounts: Sequence[AccountView], wanted: str) -> AccountView:
    """The account with that id, last digits, name, or part of a name; the first that is unique.
    Raises ``AccountUnclear``."""
    word = wanted.casefold()
    for matches in (
        [account for account in accounts if str(account.id) == wanted],
        [account for account in accounts if account.name.casefold() == word],
        [each for each in accounts if each.mask == wanted.lstrip("*")],
        [each for each in accounts if each.number and each.number == known_by(wanted)[0]],
        [account for account in accounts if word in account.name.casefold()],
    ):
        if len(matches) == 1:
            return matches[0]
    raise AccountUnclear(wanted=wanted)


def _account_rows(session: Session) -> Iterator[tuple[str, ...]]:
    for account in session.scalars(select(Account).order_by(Account.id)):
        yield (
            harmless(account.name),
            harmless(account.institution or ""),
            account.kind,
            account.currency,
            harmless(account.number or account.mask or ""),
            to_decimal_string(account.opening_balance_minor, exponent_of(account.currency)),
            *(harmless(str(getattr(account, name) or "")) for name in ACCOUNT_FIELDS),
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
