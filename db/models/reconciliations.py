"""What came of holding a statement against the ledger: the proof, its cost, and the pairs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column, relationship

from db.models.base import Base, Id, Json, Ref, Summed, utc_now
from db.models.ledger import Account
from db.models.statements import Statement
from db.words import Verdict


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
        """Whether there is nothing left to do."""
        return self.verdict is Verdict.MATCHED

    @property
    def account(self) -> Account | None:
        """The ledger account that the statement was tied to."""
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
