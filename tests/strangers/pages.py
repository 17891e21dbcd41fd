"""The pages that strangers drew: PDFs, and what is true of the accounts that they are about."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """A transaction as the page prints it, with the amount in the holder's sign.

    `other_date` is a second date that is printed beside the first; either is right.
    """

    date: str
    amount: str
    description: str
    balance: str | None = None
    other_date: str | None = None


@dataclass(frozen=True)
class LedgerEntry:
    """A transaction of the holder's own books."""

    date: str
    amount: str
    description: str


@dataclass(frozen=True)
class Account:
    """The truth about one account of a document.

    Balances are in the holder's sign, so a debt is negative. Where a document is only a part of
    its statement, `closing` is the balance of the whole statement, which the document does not
    print. `ledger` is None where the true ledger holds the rows and nothing else.
    """

    kind: str
    currency: str
    last4: str | None
    opening: str
    closing: str
    rows: tuple[Row, ...]
    opening_printed: bool = True
    closing_printed: bool = True
    period_start: str | None = None
    period_end: str | None = None
    ledger: tuple[LedgerEntry, ...] | None = None
    wrong_ledger: tuple[LedgerEntry, ...] | None = None

    def true_ledger(self) -> tuple[LedgerEntry, ...]:
        """The entries that the holder's books should have for this statement."""
        if self.ledger is not None:
            return self.ledger
        return tuple(LedgerEntry(row.date, row.amount, row.description) for row in self.rows)

    def adds_up(self) -> bool:
        """Whether opening balance and true entries give the closing balance."""
        total = sum((Decimal(entry.amount) for entry in self.true_ledger()), Decimal(0))
        return Decimal(self.opening) + total == Decimal(self.closing)


@dataclass(frozen=True)
class StrangerPage:
    """A document, whether it is an ordinary one, and what a reader may and may not say of it.

    `undecidable` names the facts that no reader can know from the page: "signs", "currency",
    "kind", "number", "period", "dates", "amounts", "rows", "opening", "closing", "account" or
    "bank".
    To call such a fact proven is wrong even where the guess is right. `not_in_text` lists
    amounts that are on the page but not, in that form, in its text layer.
    """

    name: str
    topic: str
    language: str
    country: str
    honest: bool
    accounts: tuple[Account, ...]
    tempts: str = ""
    undecidable: tuple[str, ...] = ()
    not_in_text: tuple[str, ...] = ()

    @cached_property
    def pdf(self) -> bytes:
        """The document's bytes."""
        return (
            _FOLDER / ("honest" if self.honest else "tempting") / f"{self.name}.pdf"
        ).read_bytes()


@cache
def all_pages() -> tuple[StrangerPage, ...]:
    """Every page, honest ones and tempting ones, always in the same order."""
    lines = (_FOLDER / "truth.jsonl").read_text().split("\n")
    return tuple(_page(json.loads(line)) for line in lines if line)


def _page(stored: Mapping[str, Any]) -> StrangerPage:
    lists = {name: tuple(stored.get(name, ())) for name in ("undecidable", "not_in_text")}
    accounts = tuple(_account(each) for each in stored["accounts"])
    return StrangerPage(**{**stored, **lists, "accounts": accounts})


def _account(stored: Mapping[str, Any]) -> Account:
    ledgers = {
        name: tuple(LedgerEntry(**entry) for entry in stored[name])
        for name in ("ledger", "wrong_ledger")
        if name in stored
    }
    rows = tuple(Row(**row) for row in stored["rows"])
    return Account(**{**stored, **ledgers, "rows": rows})
