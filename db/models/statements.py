"""Documents and their imports; statements and their lines, each with its place on the page, and how
each was reconciled."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from db.models.base import Base, Id, Json, Minor, Ref, Summed, utc_now
from db.models.ledger import Account
from db.words import AccountKind, DocumentType, ImportStatus, Kept, Priority, ReadingStatus, Verdict

#: What waits to be queued at once; two indexes hold these rows alone.
WAITING = "status = 'queued' AND run_after IS NULL"


class Document(Base):
    """The bytes of one file, known by their SHA-256 in hex; null is what intake could not find.

    ``words`` are those of its pages, compressed, from which its statements are proven again.
    ``warnings`` are sentences for anyone who reviews it. ``about`` is what is said of a document
    that holds no statement: ``{type, summary, by}``, where ``by`` is a model's name, or null for
    rules. ``kept`` says whether its bytes are kept by their hash; null is never."""

    __tablename__ = "documents"

    id: Mapped[Id]
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    size: Mapped[int] = mapped_column(BigInteger)
    pages: Mapped[int | None]
    encrypted: Mapped[bool | None]
    engine: Mapped[str | None]
    document_type: Mapped[DocumentType | None]
    words: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    warnings: Mapped[Json | None]
    about: Mapped[Json | None]
    kept: Mapped[Kept | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


def _of_waiting(name: str, *columns: str) -> Index:
    return Index(name, *columns, sqlite_where=text(WAITING), postgresql_where=text(WAITING))


class Import(Base):
    """One piece of work: bring one document in.

    ``attempts`` counts the claims and is the fencing token: a worker may write only while the row
    still carries the number it took. ``lease_until`` is renewed while the work goes on; a
    running import past it may be taken again. ``deaths`` counts the workers that ended without a
    word while they held it. A queued import waits until ``run_after``; ``waiting_for`` is the code
    of the error that it waits to pass, and ``waiting_since`` when that began. Of those that wait,
    the lowest ``priority`` goes first, then the lowest ``turn``; folders, each an ``origin``, take
    turns (`jobs.queue.submit`). ``tries`` counts the tries that each class of fault ended
    (`jobs.lease.tries`).
    ``options`` is how a person asked for it to be run (accounts in scope, window), and who works
    on it. ``handed_in_by`` is who sent the document with the pages or over HTTP; null is one that
    came from a file.
    ``explained_by`` is the import that all that is off here follows from
    (`pipeline.record.standing`).
    """

    __tablename__ = "imports"
    __table_args__ = (
        Index(None, "status", "run_after"),
        Index(None, "explained_by", "status"),
        # Serves the newest of a status.
        Index(None, "status", "id"),
        _of_waiting("ix_imports_waiting", "priority", "turn", "id"),
        _of_waiting("ix_imports_waiting_of_origin", "priority", "origin", "turn"),
    )

    id: Mapped[Id]
    document_id: Mapped[Ref | None] = mapped_column(ForeignKey("documents.id"), unique=True)
    source_name: Mapped[str]
    source_path: Mapped[str | None]
    options: Mapped[Json | None]
    status: Mapped[ImportStatus] = mapped_column(default=ImportStatus.QUEUED)
    priority: Mapped[int] = mapped_column(default=Priority.NORMAL)
    origin: Mapped[str | None]
    handed_in_by: Mapped[str | None]
    turn: Mapped[int] = mapped_column(BigInteger, default=0)
    stage: Mapped[str | None]
    progress: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=0)
    deaths: Mapped[int] = mapped_column(default=0)
    tries: Mapped[Json | None]
    run_after: Mapped[datetime | None]
    waiting_for: Mapped[str | None]
    waiting_since: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]
    lease_until: Mapped[datetime | None]
    error_code: Mapped[str | None]
    error_message: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    finished_at: Mapped[datetime | None]
    explained_by: Mapped[Ref | None]

    document: Mapped[Document | None] = relationship()


class Statement(Base):
    """One account over one period as the document states it; null where the page does not say.

    ``ordinal`` counts the document's statements from 0. ``account_id`` is the ledger account it was
    tied to. ``checks`` is a list of ``{name, state, expected, found, detail}``. ``certificate``
    holds the witnesses that the reader offered, which of them was chosen, and the reader's
    objections; ``kernel_version`` is which kernel proved it; null, or an earlier one, is a
    statement that an earlier version recorded. ``holds`` says that nothing is wrong with the page,
    though it may lack a balance or somebody objects. The period is the days covered. ``stands`` is
    false where another document's copy represents it, or a person chose another; nothing is proven
    of it then. ``stated`` is what a person said of it: which account it is of, answers to what
    arithmetic cannot see, and words that were misread."""

    __tablename__ = "statements"
    __table_args__ = (
        UniqueConstraint("import_id", "ordinal"),
        Index(None, "account_id", "period_end"),
        # Serves which account a statement goes on that opens with such a balance.
        Index(None, "closing_minor", "period_end", "account_id"),
        # Serves the list of all statements by their period.
        Index(None, "period_end"),
        # Serves which days each account is covered on, without its certificate.
        Index(None, "account_id", "period_start", "period_end"),
        # Serves what waits: which days and accounts an import is about, without its certificate.
        Index(
            "ix_statements_of_import",
            *("import_id", "stands", "period_end", "period_start", "account_id"),
        ),
    )

    id: Mapped[Id]
    import_id: Mapped[Ref] = mapped_column(ForeignKey("imports.id"))
    ordinal: Mapped[int]
    account_id: Mapped[Ref | None] = mapped_column(ForeignKey("accounts.id"))
    institution: Mapped[str | None]
    account_name: Mapped[str | None]
    account_mask: Mapped[str | None]
    kind: Mapped[AccountKind]
    currency: Mapped[str | None] = mapped_column(String(3))
    exponent: Mapped[int]
    period_start: Mapped[date | None]
    period_end: Mapped[date | None]
    opening_minor: Mapped[Minor | None]
    closing_minor: Mapped[Minor | None]
    says_no_lines: Mapped[bool] = mapped_column(default=False)
    status: Mapped[ReadingStatus]
    holds: Mapped[bool] = mapped_column(default=False)
    checks: Mapped[Json]
    certificate: Mapped[Json | None]
    kernel_version: Mapped[int | None]
    stands: Mapped[bool] = mapped_column(default=True)
    stated: Mapped[Json | None]

    @property
    def days(self) -> tuple[date, date] | None:
        first, last = self.period_start, self.period_end
        return (first, last) if first and last else None

    work: Mapped[Import] = relationship()
    account: Mapped[Account | None] = relationship()
    lines: Mapped[list[Line]] = relationship(
        back_populates="statement",
        order_by="Line.ordinal",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )


class Line(Base):
    """One row of a statement: money in minor units, the holder's sign, and where it is.

    ``x0, top, x1, bottom`` are points from the top-left corner of ``page`` (counted from 1) as
    displayed; ``raw`` is the row's literal text; ``method`` names who read it.
    """

    __tablename__ = "lines"
    __table_args__ = (UniqueConstraint("statement_id", "ordinal"),)

    id: Mapped[Id]
    statement_id: Mapped[Ref] = mapped_column(ForeignKey("statements.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    page: Mapped[int]
    x0: Mapped[float]
    top: Mapped[float]
    x1: Mapped[float]
    bottom: Mapped[float]
    booked_on: Mapped[date | None]
    value_on: Mapped[date | None]
    description: Mapped[str]
    amount_minor: Mapped[Minor]
    balance_minor: Mapped[Minor | None]
    raw: Mapped[str]
    method: Mapped[str]

    statement: Mapped[Statement] = relationship(back_populates="lines")


class LineNote(Base):
    """What a person noted on a line, which is known by its number, day and amount. No statement is
    named while its document is read again."""

    __tablename__ = "line_notes"

    id: Mapped[Id]
    statement_id: Mapped[Ref | None] = mapped_column(ForeignKey("statements.id"), index=True)
    ordinal: Mapped[int]
    booked_on: Mapped[date | None]
    amount_minor: Mapped[Minor]
    text: Mapped[str]
    tag: Mapped[str | None]
    file_name: Mapped[str | None]
    file: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    actor: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Reconciliation(Base):
    """The verdict on one statement, what proves it, and what the model said and cost.

    ``cost_usd`` is a decimal string, null where no price is known. ``ledger_etag`` names the
    ledger's state that the proof was made against. ``asked`` is what a model said of the
    differences, `pipeline.claims.Asked`, null where none was asked: no verdict rests on it.

    ``hypotheses`` is what arithmetic cannot see, with what settles each. ``rests_on`` names the
    layouts that settled some of them, and ``teaches`` is the layout that a statement shows which
    was matched without any.

    What lists need of a proof is kept beside it, so that none reads ten thousand of them.
    ``at_stake_minor`` is what the differences come to, whichever way each goes;
    ``opening_off_minor`` and ``closing_off_minor`` the bank's balance less the ledger's where they
    disagree. ``carried``: nothing but these is off. ``follows`` is the import before it, of which
    all that is off here was off already; no reference, for it goes when the account is settled
    without that import.
    """

    __tablename__ = "reconciliations"

    id: Mapped[Id]
    statement_id: Mapped[Ref] = mapped_column(
        ForeignKey("statements.id", ondelete="CASCADE"), unique=True
    )
    verdict: Mapped[Verdict] = mapped_column(index=True)
    proof: Mapped[Json]
    claim: Mapped[Json | None]
    differences: Mapped[Json]
    model: Mapped[str | None]
    format: Mapped[str | None]
    turns: Mapped[int] = mapped_column(default=0)
    tokens_in: Mapped[int] = mapped_column(default=0)
    tokens_out: Mapped[int] = mapped_column(default=0)
    cost_usd: Mapped[str | None]
    ledger_etag: Mapped[str | None]
    trace: Mapped[Json | None]
    asked: Mapped[Json | None]
    extraction_skipped: Mapped[bool]
    at_stake_minor: Mapped[Summed] = mapped_column(default=0)
    opening_off_minor: Mapped[Summed | None]
    closing_off_minor: Mapped[Summed | None]
    carried: Mapped[bool] = mapped_column(default=False)
    hypotheses: Mapped[Json | None]
    rests_on: Mapped[Json | None]
    teaches: Mapped[Json | None]
    follows: Mapped[Ref | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)

    statement: Mapped[Statement] = relationship()
    matches: Mapped[list[Match]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="Match.line_id"
    )

    @property
    def data(self) -> dict[str, Any]:
        """The verdict and everything it rests on, ready for JSON."""
        return {
            "verdict": self.verdict.value,
            "proof": self.proof,
            "claim": self.claim,
            "differences": self.differences,
            "ledger_etag": self.ledger_etag,
        }

    @property
    def matched(self) -> bool:
        return self.verdict is Verdict.MATCHED

    @property
    def account(self) -> Account | None:
        return self.statement.account


class Match(Base):
    """One statement line and one ledger entry that are the same fact."""

    __tablename__ = "matches"

    reconciliation_id: Mapped[Ref] = mapped_column(
        ForeignKey("reconciliations.id", ondelete="CASCADE"), primary_key=True
    )
    line_id: Mapped[Ref] = mapped_column(
        ForeignKey("lines.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    transaction_id: Mapped[Ref] = mapped_column(
        ForeignKey("transactions.id"), primary_key=True, index=True
    )
