"""What every writer of statements is given, and the names that its rows keep for good."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from db.errors import TieoutError
from db.formats.snapshot import OURS
from db.money import exponent_of, to_decimal_string
from db.text import one_line, storable
from db.words import AccountKind

#: Who is meant where a page names neither an account nor its number.
NO_NAME: Final = "account"
_NOT_IN_XML: Final = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


class AmountTooLong(TieoutError):
    """MT940 has room for 15 characters, and {amount} has more. Write it with --to camt053."""


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row; its ``reference`` is the same whenever its document is written, and ``leg`` is the
    account on its other side where a person named one."""

    booked_on: date
    value_on: date | None
    amount_minor: int
    description: str
    reference: str
    leg: str = ""


@dataclass(frozen=True, slots=True)
class WrittenStatement:
    """A proven statement: ``first`` and ``last`` are its days, the balances what the account held
    before the one and after the other; no row is outside."""

    bank: str | None
    account: str | None
    digits: str | None
    kind: AccountKind
    currency: str
    first: date
    last: date
    opening_minor: int
    closing_minor: int
    rows: tuple[WrittenRow, ...]
    reference: str

    @property
    def name(self) -> str:
        parts = [each for each in (self.bank, self.account, self.digits) if each]
        return " ".join(parts) or NO_NAME

    @property
    def number(self) -> str:
        return self.digits or self.account or NO_NAME

    def decimal(self, minor: int) -> str:
        """An amount with the currency's decimals and a point."""
        return to_decimal_string(minor, exponent_of(self.currency))


def reference_of(document: str, *places: int, length: int = 24) -> str:
    """What names a row, or a statement, of the document with this SHA-256 wherever it is written.
    It begins with what tells that tieout has read it from a page."""
    name = ":".join([document, *map(str, places)])
    return f"{OURS}{sha256(name.encode()).hexdigest()[:length]}"


def plain(text: str, most: int | None = None) -> str:
    """A text of a page in one line, in which nothing acts, with ``most`` letters."""
    text = one_line(" ".join(storable(text).split())).translate(_NOT_IN_XML)
    return text if most is None or len(text) <= most else f"{text[: most - 1].rstrip()}…"


def by_day(rows: Iterable[WrittenRow]) -> list[WrittenRow]:
    """The oldest first, those of one day in the order of the page."""
    return sorted(rows, key=lambda row: row.booked_on)
