"""The JSON of the sources that a ledger is kept in, and of what a sync changed."""

import datetime
from decimal import Decimal
from enum import StrEnum

from app.shapes.imports import ImportShape
from app.shapes.writing import JsonShape, Versioned
from db.formats.snapshot import CorrectionKind
from db.sources.plan import RowChange


class SourceAccountShape(JsonShape):
    """An account of a source, ``key`` its name there, and the account that it is here."""

    key: str
    account_id: int
    account: str
    currency: str
    flipped: bool


class SourceShape(Versioned):
    """Where a ledger is kept; ``synced_at`` is null until it was read for the first time."""

    id: int
    name: str
    location: str
    format: str
    synced_at: datetime.datetime | None
    accounts: tuple[SourceAccountShape, ...]


class SyncRowShape(JsonShape):
    """A row that changed at the source. ``was_…`` is what it said before, null for a new one; the
    other three are what it says now, null for one that is gone.

    ``lock_id`` is the lock that kept the ledger as it was, and ``locked_by`` the statement's file.
    """

    what: RowChange
    account: str
    date: datetime.date | None
    amount: Decimal | None
    description: str | None
    was_date: datetime.date | None
    was_amount: Decimal | None
    was_description: str | None
    file: str | None
    line: int | None
    lock_id: int | None
    locked_by: str | None


class FedOutcome(StrEnum):
    """What became of a row that a program sent, or of one that it took back: ``recognised`` was in
    the ledger already, and ``unknown`` was never sent."""

    CREATED = "created"
    RECOGNISED = "recognised"
    CHANGED = "changed"
    SAME = "same"
    DELETED = "deleted"
    UNKNOWN = "unknown"
    REFUSED = "refused"


class FedRowShape(JsonShape):
    """A row by the sender's ``id``, and the ``entry`` that it is here, null if it is none or only
    would be. A ``refused`` one names the lock, and the file of the statement that locked it."""

    id: str
    outcome: FedOutcome
    entry: int | None
    lock_id: int | None
    locked_by: str | None


class FedShape(Versioned):
    """What became of each row of a request, in its order; nothing yet where ``applied`` is
    false. ``source`` is what the sender is listed as, null if nothing was ever sent."""

    account_id: int
    source: str | None
    applied: bool
    rows: tuple[FedRowShape, ...]


class RemarkShape(JsonShape):
    """Something of the source that was not taken, and why; ``lock_id`` is the lock that holds an
    opening balance."""

    file: str
    line: int | None
    reason: str
    lock_id: int | None


class SyncShape(Versioned):
    """What a sync changed, or would change where ``applied`` is false.

    ``asks`` counts rows that are gone where those are so many that a person must say yes first.
    ``rows`` holds the first of them, and ``rows_left_out`` counts the rest. ``pending`` rows come
    in once the source has them as booked. ``seen`` identifies all that would be changed, and goes
    back with the yes of the person who saw it; None where none was asked for."""

    seen: str | None
    source: str
    format: str
    applied: bool
    accounts_added: int
    added: int
    changed: int
    gone: int
    recognised: int
    refused: int
    same: int
    pending: int
    asks: int | None
    rows: tuple[SyncRowShape, ...]
    rows_left_out: int
    remarks: tuple[RemarkShape, ...]
    openings: tuple[str, ...]


class SyncUndoneShape(Versioned):
    """A sync that was taken back: how many rows it had added, changed and removed. ``seen``
    identifies it."""

    seen: str
    source: str
    added: int
    changed: int
    gone: int


class DisconnectedShape(Versioned):
    """A source that is not followed any more; its entries stay."""

    source: str
    entries: int


class LedgerRowShape(JsonShape):
    """A row of the ledger and where it is; ``entry`` is the number that a difference names."""

    entry: int
    account: str
    date: datetime.date
    amount: Decimal | None
    description: str
    file: str | None
    line: int | None


class CheckShape(Versioned):
    """A ledger where it lies, held against statements: ``rows`` are those that a difference names,
    and ``patch`` is a unified diff that corrects them, null unless it was asked for."""

    ledger: str
    format: str
    documents: tuple[ImportShape, ...]
    rows: tuple[LedgerRowShape, ...]
    remarks: tuple[RemarkShape, ...]
    patch: str | None


class LeftCorrectionShape(JsonShape):
    """A correction that a person makes at the source, and why. ``was_…`` is what it says there,
    null for a row to be added; the others are what it is to say, null for one to be removed.

    ``asks`` is whether it only lacks the account of its second leg."""

    what: CorrectionKind
    account: str
    currency: str
    date: datetime.date | None
    amount: Decimal | None
    description: str
    was_date: datetime.date | None
    was_amount: Decimal | None
    file: str | None
    line: int | None
    reason: str
    asks: bool


class UnassertedShape(JsonShape):
    """A proven balance that was not written into the source, and why."""

    account: str
    currency: str
    date: datetime.date
    balance: Decimal
    reason: str


class CheckerShape(JsonShape):
    """What the source's own checker says of a patched copy."""

    tool: str
    passed: bool
    words: str


class RuleShape(JsonShape):
    """What earlier decisions propose: what lines with these ``words`` of ``account`` are called
    (``payee``), or the ``counter_account`` at a ``source`` of those with the payee ``words``."""

    words: str
    account: str | None = None
    payee: str | None = None
    source: str | None = None
    counter_account: str | None = None


class PatchShape(Versioned):
    """What is to be corrected at a source. ``patch`` is a unified diff of its files, or a file to
    be imported there, for so many ``corrections`` and proven ``balances``. Only a ``writable``
    source can be changed by this program.

    ``left`` are corrections that it does not hold. ``checker`` is null where none was found, and
    ``sync`` until the files were written; each has a copy in ``backups``."""

    source: str
    format: str
    patch: str
    corrections: int
    balances: int
    writable: bool
    left: tuple[LeftCorrectionShape, ...]
    unasserted: tuple[UnassertedShape, ...]
    checker: CheckerShape | None
    backups: tuple[str, ...]
    sync: SyncShape | None
