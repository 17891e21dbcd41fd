"""The shapes in which the ledger is handed to other rooms, and the fingerprint of an entry."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final, TypedDict

from db.text import storable
from db.words import AccountFields, AccountKind, EntryState, Origin


@dataclass(frozen=True, slots=True)
class AccountView(AccountFields):
    """One account. ``first_entry`` and ``last_entry`` are the days of its oldest and newest entry;
    ``balance_minor`` is the balance at the end of the day that was asked for."""

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    number: str | None
    first_entry: date | None
    last_entry: date | None
    balance_minor: int


class AccountName(TypedDict):
    """What tells an account apart from others."""

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    number: str | None


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
class NewAccount(AccountFields):
    """An account to be added. ``mask`` is its number, or the last digits as statements show them;
    ``opening_balance_minor`` is what it held before its first entry. ``origin`` is that of all
    this, and of the opening balance too unless ``opening_origin`` says another."""

    name: str
    kind: AccountKind
    currency: str
    institution: str | None = None
    mask: str | None = None
    opening_balance_minor: int = 0
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


_MASK: Final = re.compile(r"[*•#]|[xX]{2,}|\.\.")
_KEPT: Final = 4  #: digits by which an account is shown


def known_by(said: str) -> tuple[str | None, str | None]:
    """The whole number, if this is more than last digits, and the last digits of what someone says
    of an account; what is masked of it is unknown."""
    digits = "".join(filter(str.isalnum, _MASK.split(said)[-1]))
    return digits if len(digits) > _KEPT else None, digits[-_KEPT:] or None


def masked(number: str | None) -> str | None:
    """A whole number as it is shown: all but its end as asterisks."""
    return number and number[-_KEPT:].rjust(len(number), "*")


#: A fingerprint and which of the equal ones it is, counted from 1.
Identity = tuple[str, int]


def fingerprint(booked_on: date, amount_minor: int, description: str) -> str:
    """A digest of what an entry says; runs of white space count as one blank."""
    words = " ".join(storable(description).split())
    return sha256(f"{booked_on.isoformat()}\n{amount_minor}\n{words}".encode()).hexdigest()


def continued(fingerprints: Iterable[str], known: Mapping[str, int]) -> list[Identity]:
    """What each is called if ``known`` counts the equal ones that are there already."""
    seen = Counter(known)
    result = []
    for digest in fingerprints:
        seen[digest] += 1
        result.append((digest, seen[digest]))
    return result


def fingerprint_of(entry: NewEntry) -> str:
    """The fingerprint of an entry that is to be added."""
    return fingerprint(entry.booked_on, entry.amount_minor, entry.description)
