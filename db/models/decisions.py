"""What people decide: proposals, locked periods, and the log of everything that was done."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Json, Ref, utc_now
from db.words import ProposalStatus, ResolutionOp


class Proposal(Base):
    """A ledger change that someone suggests, pinned to the ledger state it was made against.

    ``request_id`` makes proposing idempotent. ``evidence`` gives page, box and literal text for
    each change. ``suggested_by`` names the model that suggested it; null is what tieout's own
    rules propose, or what a person did.
    """

    __tablename__ = "proposals"
    __table_args__ = (Index(None, "status", "id"),)

    id: Mapped[Id]
    reconciliation_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("reconciliations.id"), index=True
    )
    request_id: Mapped[str] = mapped_column(unique=True)
    ledger_etag: Mapped[str]
    changes: Mapped[Json]
    reason: Mapped[str]
    evidence: Mapped[Json]
    suggested_by: Mapped[str | None]
    status: Mapped[ProposalStatus] = mapped_column(default=ProposalStatus.PENDING)
    decided_by: Mapped[str | None]
    decided_reason: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Lock(Base):
    """An account's period, both days included, that nothing automatic may change."""

    __tablename__ = "locks"
    __table_args__ = (Index(None, "account_id", "period_start", "period_end"),)

    id: Mapped[Id]
    account_id: Mapped[Ref] = mapped_column(ForeignKey("accounts.id"))
    period_start: Mapped[date]
    period_end: Mapped[date]
    reconciliation_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("reconciliations.id"), index=True
    )
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    released_at: Mapped[datetime | None]
    released_reason: Mapped[str | None]


class Resolution(Base):
    """What a person settled about rows without a change to any entry: a pair by hand, an entry
    that the bank will count later, a difference that stays.

    ``lines`` are ``{ordinal, date, amount}`` of the statement, ``entries`` are
    ``{id, fingerprint}`` of the ledger.
    """

    __tablename__ = "resolutions"

    id: Mapped[Id]
    account_id: Mapped[Ref] = mapped_column(ForeignKey("accounts.id"), index=True)
    statement_id: Mapped[Ref | None] = mapped_column(ForeignKey("statements.id"), index=True)
    op: Mapped[ResolutionOp]
    lines: Mapped[Json]
    entries: Mapped[Json]
    reason: Mapped[str]
    actor: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Discrepancy(Base):
    """A change that a lock refused: what the entry says, and what it was to say. ``digest`` is of
    what was asked, so that asking again adds nothing."""

    __tablename__ = "discrepancies"

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(default=utc_now)
    account_id: Mapped[Ref] = mapped_column(ForeignKey("accounts.id"), index=True)
    lock_id: Mapped[Ref] = mapped_column(ForeignKey("locks.id"), index=True)
    actor: Mapped[str]
    action: Mapped[str]
    before: Mapped[Json | None]
    after: Mapped[Json | None]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    dismissed_at: Mapped[datetime | None]
    dismissed_by: Mapped[str | None]
    dismissed_reason: Mapped[str | None]


class AuditLog(Base):
    """What was done, when, by whom, to what. Rows are only ever added: triggers refuse the rest.
    ``subject`` is ``table:id``; no reference, so that the log outlives what it names."""

    __tablename__ = "audit_log"
    __table_args__ = (Index(None, "subject", "id"),)

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(default=utc_now)
    actor: Mapped[str]
    action: Mapped[str]
    subject: Mapped[str]
    before: Mapped[Json | None]
    after: Mapped[Json | None]


class ChainLink(Base):
    """A row of the log in its place in the chain: ``hash`` is of the row, of ``content`` (the hash
    of what it says, with ``salt``) and of the ``previous`` link. What is forgotten has no salt."""

    __tablename__ = "audit_chain"

    position: Mapped[Ref] = mapped_column(primary_key=True, autoincrement=False)
    log_id: Mapped[Ref] = mapped_column(ForeignKey("audit_log.id"), unique=True)
    salt: Mapped[str | None] = mapped_column(String(32))
    content: Mapped[str] = mapped_column(String(64))
    previous: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))
