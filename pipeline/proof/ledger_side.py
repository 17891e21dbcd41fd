"""What the ledger says about one account over one statement's period: all a proof may use of it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.proof.period import Period


class LedgerEntry(Protocol):
    """What is needed to know of one ledger entry, such as `db.views.Entry`.

    ``amount_minor`` is integer minor units in the holder's sign, as on a row.
    """

    @property
    def id(self) -> int: ...
    @property
    def booked_on(self) -> datetime.date: ...
    @property
    def amount_minor(self) -> int: ...
    @property
    def description(self) -> str: ...


class Pair(Protocol):
    """One row, by its ordinal, and the one entry that records it."""

    @property
    def line(self) -> int: ...
    @property
    def entry(self) -> int: ...


@dataclass(frozen=True, slots=True)
class ByHand:
    """Rows, by their ordinals, and entries that a person said are the same facts: one row with one
    entry or several, or several rows with one entry."""

    lines: tuple[int, ...]
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which row is which entry: a witness like any other. ``days`` is how far apart the dates of
    one transaction may be; ``named`` counts what the pairing itself leaves open. ``by_hand`` are
    rows and entries that stand in no pair."""

    pairs: Sequence[Pair]
    days: int
    named: int = 0
    by_hand: Sequence[ByHand] = ()

    @property
    def groups(self) -> list[ByHand]:
        """All that is paired, a plain pair as one row with one entry."""
        return [*(ByHand((pair.line,), (pair.entry,)) for pair in self.pairs), *self.by_hand]

    @property
    def lines(self) -> set[int]:
        """The rows that are paired."""
        return {line for group in self.groups for line in group.lines}

    @property
    def entries(self) -> set[int]:
        """The entries that are paired."""
        return {entry for group in self.groups for entry in group.entries}


@dataclass(frozen=True, slots=True)
class PairedElsewhere:
    """An entry near the period that another statement is paired with: none of this one's.

    ``earlier`` tells whether the bank counts it before this statement opens or after it closes,
    whatever day the ledger gives it. ``amount`` is minor units in the holder's sign.
    """

    entry: int
    date: datetime.date
    amount: int
    earlier: bool


@dataclass(frozen=True, slots=True)
class Outstanding:
    """A ledger entry that a person said the bank counts on a later statement: not on this one, nor
    on an earlier one. ``amount`` is minor units in the holder's sign, ``word`` who said so."""

    entry: int
    date: datetime.date
    amount: int
    word: str


@dataclass(frozen=True, slots=True)
class Previous:
    """The statement of the same account that ends nearest before this one."""

    period_end: datetime.date
    closing_balance: int | None


@dataclass(frozen=True, slots=True)
class Sibling:
    """A statement of the same document that was held against its account before this one.

    ``pairs`` are an entry's id and the date of the line that it was paired with.
    """

    account_id: int
    period: Period
    closing_balance: int | None
    pairs: tuple[tuple[int, datetime.date | None], ...]


@dataclass(frozen=True, slots=True)
class LedgerSide:
    """One account as the ledger knows it.

    ``opening`` is the balance at the end of the day before the period and ``closing`` that at the
    end of its last day, in minor units; None where the ledger does not reach back so far.
    ``entries`` are the candidates: those near the period that are paired with no other statement.
    ``mask`` is the end of the account's number as statements print it.
    ``elsewhere`` are the others. ``blank`` is true for an account that has no entry
    at all yet. ``outstanding`` are no candidates; any of them that some statement is paired with
    is in ``elsewhere``, however far away. ``expected`` are entries that were outstanding on an
    earlier statement: they may be paired with a line however much later.
    """

    account_id: int
    account_name: str
    currency: str
    opening: int | None
    closing: int | None
    entries: tuple[LedgerEntry, ...]
    elsewhere: tuple[PairedElsewhere, ...] = ()
    previous: Previous | None = None
    etag: str = ""
    blank: bool = False
    mask: str | None = None
    outstanding: tuple[Outstanding, ...] = ()
    expected: frozenset[int] = frozenset()
