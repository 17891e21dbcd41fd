"""Statements and their lines, each with its place on the page, and how each was reconciled."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from db.models.base import Base, Id, Json, Minor, Ref, Summed, utc_now
from db.models.imports import Import
from db.models.ledger import Account
from db.words import AccountKind, ReadingStatus, Verdict


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
