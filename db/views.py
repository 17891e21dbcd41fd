"""The shapes in which the ledger is handed to other rooms: plain values, never database rows.

Money is integer minor units in the holder's sign: money out is negative, a debt is a negative
balance.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from db.words import AccountKind, EntryState, Origin


@dataclass(frozen=True, slots=True)
class AccountView:
    """One account. ``first_entry`` and ``last_entry`` are the days of its oldest and newest entry;
    ``balance_minor`` is the balance at the end of the day that was asked for. ``closed_on`` is None
    for an account that is open.
    """

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    first_entry: date | None
    last_entry: date | None
    balance_minor: int
    closed_on: date | None


class AccountName(TypedDict):
    """What tells an account apart from others."""

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One ledger entry. ``paired_with`` is the statement with a line that was paired with it."""

    id: int
    account_id: int
    booked_on: date
    amount_minor: int
    description: str
    state: EntryState
    origin: Origin
    paired_with: int | None


@dataclass(frozen=True, slots=True)
class Totals:
    """How many entries, and their sums; ``sum_in`` is at least 0, ``sum_out`` at most 0."""

    count: int
    sum_in: int
    sum_out: int


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account to be added. ``mask`` is the last digits as statements show them;
    ``opening_balance_minor`` is what it held before its first entry. ``origin`` is that of all
    this, and of the opening balance too unless ``opening_origin`` says another.
    """

    name: str
    kind: AccountKind
    currency: str
    institution: str | None = None
    mask: str | None = None
    opening_balance_minor: int = 0
    opened_on: date | None = None
    closed_on: date | None = None
    origin: Origin = Origin.TYPED
    opening_origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be added; its currency is its account's."""

    booked_on: date
    amount_minor: int
    description: str
    value_on: date | None = None
    origin: Origin = Origin.TYPED
