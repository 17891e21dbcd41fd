"""The JSON of `tieout ledger`: accounts and entries, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal

from app.shapes.writing import Versioned, money, shaped
from db.money import exponent_of
from db.views import AccountView, Entry
from db.words import AccountKind, EntryState


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountShape:
    """One account; ``balance`` is at the end of the day that was asked for, ``closed_on`` null for
    an account that is open.
    """

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    first_entry: datetime.date | None
    last_entry: datetime.date | None
    closed_on: datetime.date | None
    balance: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShape:
    """One entry; ``statement_id`` is the statement with a line that it was paired with."""

    id: int
    date: datetime.date
    amount: Decimal
    description: str
    state: EntryState
    statement_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtInShape(Versioned):
    """What came in from CSV files; ``transactions_known`` were in the ledger before, and
    ``transactions_refused`` would have changed a locked period."""

    accounts_added: int
    transactions_added: int
    transactions_known: int
    transactions_refused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedShape(BroughtInShape):
    """A ledger that is ready; ``created`` is false if it was there before."""

    place: str
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenOutShape(Versioned):
    """Where the CSV files are."""

    folder: str


def account_shape(account: AccountView) -> AccountShape:
    """An account with its balance."""
    balance = money(account.balance_minor, exponent_of(account.currency))
    return shaped(AccountShape, account, balance=balance)


def entry_shape(entry: Entry, exponent: int) -> EntryShape:
    """An entry, its amount in its account's currency."""
    return shaped(
        EntryShape,
        entry,
        date=entry.booked_on,
        amount=money(entry.amount_minor, exponent),
        statement_id=entry.paired_with,
    )
