"""The closed sets of words that are stored, and what may be said of an account; free of SQLAlchemy,
so that any room may use them."""

from dataclasses import dataclass
from datetime import date
from enum import IntEnum, StrEnum
from typing import Any, Final, get_args, get_type_hints


class AccountKind(StrEnum):
    """What sort of account it is."""

    CHECKING = "checking"
    SAVINGS = "savings"
    CARD = "card"
    LOAN = "loan"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFields:
    """What may be said of an account beside what it is known by: a text or a day, or None.

    ``closed_on`` is the last day that a statement is expected for, None for an account that is
    open. ``note`` is what is worth knowing of it. Options, forms, the API, CSV files and shapes
    take and show whatever is here, and a merge, the log and an undo keep it.
    """

    opened_on: date | None = None
    closed_on: date | None = None
    note: str | None = None


#: Each field of `AccountFields`, and whether it is a day or a text.
ACCOUNT_FIELDS: Final[dict[str, type]] = {
    name: get_args(kinds)[0] for name, kinds in get_type_hints(AccountFields).items()
}


def fields_of(account: AccountFields) -> dict[str, Any]:
    """What is said in the fields, by their names, for another class that has them."""
    return {name: getattr(account, name) for name in ACCOUNT_FIELDS}


class EntryState(StrEnum):
    """How far a ledger entry has been confirmed by the bank's own word."""

    UNCLEARED = "uncleared"
    CLEARED = "cleared"
    RECONCILED = "reconciled"


class Origin(StrEnum):
    """Where an entry, or what an account says of itself, comes from: typed by a person, brought in
    from a source (a file or a book), or made from a document by whatever reader. What was made from
    a reading stays so, no matter who accepted it and however it was changed or brought in again."""

    TYPED = "typed"
    SOURCE = "source"
    READING = "reading"


class DocumentType(StrEnum):
    """What a document turned out to be."""

    STATEMENT = "statement"
    CARD_STATEMENT = "card_statement"
    OTHER = "other"


class OtherDocument(StrEnum):
    """What a document is that holds no statement."""

    INVOICE = "invoice"
    RECEIPT = "receipt"
    LETTER = "letter"
    CONTRACT = "contract"
    PAYSLIP = "payslip"
    TAX = "tax"
    OTHER = "other"


class Priority(IntEnum):
    """Which imports are carried out first; a lower number goes before a higher one."""

    #: somebody waits for it
    HIGH = 0
    #: a backlog, or what lands in a watched folder
    NORMAL = 1
    #: whatever has time
    LOW = 2


class ImportStatus(StrEnum):
    """Where an import is; the row in the table is the truth, a queue only holds its number."""

    #: waits for a worker
    QUEUED = "queued"
    #: a worker holds the lease
    RUNNING = "running"
    #: every statement is proven against the ledger: nothing to do
    MATCHED = "matched"
    #: a person has differences or an unproven reading to look at
    NEEDS_REVIEW = "needs_review"
    #: a person has decided everything that was open, and every statement ties out
    DONE = "done"
    #: a person has decided everything that was open, and left something as it differs
    LEFT = "left"
    #: ended in a typed error, kept for a person
    FAILED = "failed"
    #: the same document, or the same statement in other bytes, was there already
    DUPLICATE = "duplicate"


#: So many imports of a status are counted; anyone who shows that many says that there may be more.
COUNTED_UP_TO: Final = 50_000


class FaultClass(StrEnum):
    """What an error that ends a try says of the document, and so what is done about it."""

    #: something cannot be had just now (a server, the ledger, a share): tried without end
    TRANSIENT = "transient"
    #: memory, time, or a process that was killed: with fewer at once, alone, then a person
    RESOURCE = "resource"
    #: its holder was not heard of again, and nobody can know why
    ABANDONED = "abandoned"
    #: a setting or a package of the place where it ran: waits until a person mends that
    CONFIGURATION = "configuration"
    #: the document itself: final at once
    DOCUMENT = "document"


class Kept(StrEnum):
    """Whether the bytes of a document are kept."""

    #: where documents are kept
    KEPT = "kept"
    #: they were, until its import had ended
    DROPPED = "dropped"


class ReadingStatus(StrEnum):
    """Whether a statement's own arithmetic proves how it was read."""

    PROVEN = "proven"
    UNPROVEN = "unproven"


class Verdict(StrEnum):
    """What follows from a proof."""

    MATCHED = "matched"
    DIFFERENCES = "differences"
    UNPROVEN = "unproven"


class ProposalStatus(StrEnum):
    """What a person said to a proposal."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class ResolutionOp(StrEnum):
    """What a person settled about rows without changing an entry."""

    #: these lines and these entries are the same facts
    PAIR = "pair"
    #: the bank will count this entry on a later statement
    OUTSTANDING = "outstanding"
    #: this difference stays as it is
    LEAVE = "leave"


class Flaw(StrEnum):
    """What is wrong at a place of the log's chain."""

    CHANGED = "changed"
    MISSING = "missing"
    EXCHANGED = "exchanged"
    UNLINKED = "unlinked"
    EMPTIED = "emptied"
    HEAD_UNKNOWN = "head_unknown"
