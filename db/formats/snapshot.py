"""The port through which a ledger comes in: what a source holds, whatever form it is kept in."""

import re
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from db.errors import TieoutError
from db.words import AccountFields, AccountKind, FaultClass

#: Every row that tieout writes into a file carries this, so that the row is known when it returns.
MARK: Final = "tieout-reading"
#: What tieout puts in front of the reference of a row that it read from a page.
OURS: Final = "tieout-"
_MARKED: Final = re.compile(rf"{MARK}|{OURS}[0-9a-f]{{8}}", re.IGNORECASE)


def is_ours(*texts: str | None) -> bool:
    """Whether one of these texts of a row carries our mark: other programs move it to another
    field, cut it short or write it in capitals."""
    said = "\0".join(filter(None, texts))
    # A pattern looks at every letter of a million rows, of which next to none is ours.
    if said.isascii() and OURS not in said.lower():
        return False
    return _MARKED.search(said) is not None


class SourcePlace(NamedTuple):
    """Where a row is in a text file: the lines ``first`` to ``last``, counted from 1.
    ``amount_line`` is the line with the amount of the account in question."""

    file: Path
    first: int
    last: int
    amount_line: int | None = None


@dataclass(frozen=True, slots=True)
class SourceAccount(AccountFields):
    """An account as its source has it.

    ``key`` names it for good within its source, and ``name`` is what a person calls it there.
    ``opening_minor`` is what it held before the first of its entries, in minor units of
    ``currency``. ``kind`` is None where the source does not say; ``number`` is what it prints.
    ``balance`` is a day and what the source says that the account held when that day ended. What
    was made from a statement, and came here by way of a file of ours, is ``read`` or
    ``opening_read``. ``states`` names what a file says of an account too, and ``line`` where.
    """

    key: str
    name: str
    currency: str
    kind: AccountKind | None = None
    number: str | None = None
    opening_minor: int = 0
    balance: tuple[date, int] | None = None
    institution: str | None = None
    mask: str | None = None
    read: bool = False
    opening_read: bool = False
    states: frozenset[str] = frozenset()
    line: int | None = None


class SourceEntry(NamedTuple):
    """A row of an account, in minor units of its currency: what adds to the account is positive.
    A ledger may have a million, and a tuple is made in a quarter of the time of a frozen dataclass.

    ``account`` is the key of a `SourceAccount`. ``source_id`` names the row within its account;
    it is only a hint where ``lasting`` is false, as a bank may give it twice. A ``pending`` row is
    in the source but not in its balances. ``ours`` is set on a row that carries our mark.
    """

    account: str
    booked_on: date
    amount_minor: int
    description: str
    value_on: date | None = None
    source_id: str | None = None
    lasting: bool = False
    pending: bool = False
    ours: bool = False
    place: SourcePlace | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something of the source that was not taken, where it is, and why: a plain sentence."""

    file: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a source holds at one moment. Entries are in the order of the source.

    ``files`` are the files that were read, includes too, each with the SHA-256 of its bytes.
    ``others`` are the accounts of a journal that are no asset and no liability.
    Without ``has_entries`` it describes accounts alone, and says nothing of their entries. With
    ``only`` it says something of the rows that have these lasting ids and of no other row.
    ``product`` names whose CSV export it is, where that is known, and ``preamble`` is its first row
    if the header is further down. ``mapping`` is how a CSV file was read: kept, and read with, it
    has the next one read in the same way.
    """

    format: str
    accounts: tuple[SourceAccount, ...]
    entries: tuple[SourceEntry, ...]
    remarks: tuple[Remark, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    has_entries: bool = True
    only: frozenset[str] | None = None
    product: str = ""
    preamble: tuple[str, ...] = ()
    mapping: dict[str, object] | None = None


class RowSaid(NamedTuple):
    """What a source says of a row, in the ledger's sign; two that are equal say the same."""

    booked_on: date
    amount_minor: int
    description: str
    value_on: date | None = None


class CorrectionKind(StrEnum):
    """What is to be done to a row of a source."""

    AMEND = "amend"
    REMOVE = "remove"
    ADD = "add"


@dataclass(frozen=True, slots=True)
class SourceCorrection:
    """One row to be corrected at the source, in the source's own sign.

    ``was`` is what it says there, None for a row to be added; ``now`` what it is to say, None for
    one to be removed. ``place`` is where it is in a text file, and ``leg`` the counter-account that
    a person named for a row to be added.
    """

    what: CorrectionKind
    key: str
    currency: str
    was: RowSaid | None
    now: RowSaid | None
    place: SourcePlace | None = None
    leg: str | None = None


@dataclass(frozen=True, slots=True)
class ProvenBalance:
    """A balance that a matched statement proved, at the end of ``day``, in the source's sign."""

    key: str
    currency: str
    day: date
    balance_minor: int


class SourceFormat(Protocol):
    """A form of ledger, as a module of `db.formats` offers it."""

    def identify(self, path: Path, head: bytes) -> bool:
        """Whether the file, of which ``head`` is the beginning, is of this form."""

    def read(self, path: Path) -> Snapshot:
        """All that the source at ``path`` holds. Raises ``SourceError``. Nothing in it is run."""


class SourceError(TieoutError, code="source_error"):
    """The ledger cannot be read as it is."""


class SourceMissing(SourceError, fault=FaultClass.TRANSIENT):
    """There is no file at {path}. It may have moved: name where it is now."""


class SourceUnreadable(SourceError, fault=FaultClass.TRANSIENT):
    """{path} cannot be opened: {reason}. Close it where it is open, or give
    yourself the right to read it."""


class UnknownFormat(SourceError, code="source_unknown_format"):
    """{path} is in none of the forms that tieout reads: {known}. Export it in one of these."""


class OptionOfOtherFormat(SourceError, code="source_option_unused"):
    """--{option} says nothing about a ledger in the form {form}, which has it already. Leave it
    out."""


class OptionUnfit(SourceError, code="source_option_unfit"):
    """{file} cannot be read with --{option} {value}. Leave it out, and say what you are asked for
    then."""


class SourceMalformed(SourceError):
    """{file}, line {line}: {reason}. Correct it there, and read the ledger again."""


class SourceTruncated(SourceError):
    """{file} ends before it is complete. Export it or copy it again."""


class SourceHasDoctype(SourceError):
    """{file} declares a DOCTYPE, which no ledger needs and which is never followed. Export it again
    without."""


class SourceTooNew(SourceError):
    """{file} has the schema {found}, which is newer than {known}, the newest that can be read.
    Update this program."""


class SourceTooLarge(SourceError):
    """{file} has {size} bytes, and a ledger may have {most}. Split it by year."""


class SourceNeedsCurrency(SourceError):
    """{file} does not say in which currency its amounts are. Name it: --currency EUR."""
