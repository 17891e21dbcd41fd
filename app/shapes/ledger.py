"""The JSON of `tieout ledger`: accounts and entries, documented in docs/ledger-json.md."""

from __future__ import annotations

from typing import TypedDict

from app.shapes.writing import iso, money
from db.money import exponent_of, to_decimal_string
from db.views import AccountView, Entry


class AccountShape(TypedDict):
    """One account; ``balance`` is at the end of the day that was asked for."""

    id: int
    name: str
    institution: str | None
    kind: str
    currency: str
    mask: str | None
    first_entry: str | None
    last_entry: str | None
    balance: str


class EntryShape(TypedDict):
    """One entry; ``statement_id`` is the statement with a line that it was paired with."""

    id: int
    date: str | None
    amount: str | None
    description: str
    state: str
    statement_id: int | None


class BroughtInShape(TypedDict):
    """What came in from CSV files; ``transactions_known`` were in the ledger before."""

    accounts_added: int
    transactions_added: int
    transactions_known: int


class StartedShape(BroughtInShape):
    """A ledger that is ready; ``created`` is false if it was there before."""

    place: str
    created: bool


def account_shape(account: AccountView) -> AccountShape:
    """An account with its balance."""
    return AccountShape(
        id=account.id,
        name=account.name,
        institution=account.institution,
        kind=account.kind.value,
        currency=account.currency,
        mask=account.mask,
        first_entry=iso(account.first_entry),
        last_entry=iso(account.last_entry),
        balance=to_decimal_string(account.balance_minor, exponent_of(account.currency)),
    )


def entry_shape(entry: Entry, exponent: int) -> EntryShape:
    """An entry, its amount written in its account's currency."""
    return EntryShape(
        id=entry.id,
        date=iso(entry.booked_on),
        amount=money(entry.amount_minor, exponent),
        description=entry.description,
        state=entry.state.value,
        statement_id=entry.claimed_by,
    )
