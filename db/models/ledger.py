"""The facts: accounts, their entries, and what a balance was said to be on a day."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Json, Minor, Ref, Summed, utc_now
from db.words import AccountKind, EntryState, Origin


class Account(Base):
    """One account of the holder.

    ``mask`` is the last digits as statements show them, and ``number`` the whole number where
    someone gave it, which is shown nowhere. ``opening_balance_minor`` is what the
    account held before its first entry. After ``closed_on`` no statement is expected. ``version``
    is counted up by every change to its figures or entries, by the database's own triggers too. The
    origins say who vouches for its kind, its currency and its opening balance.
    """

    __tablename__ = "accounts"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(unique=True)
    institution: Mapped[str | None]
    kind: Mapped[AccountKind]
    currency: Mapped[str] = mapped_column(String(3))
    mask: Mapped[str | None]
    number: Mapped[str | None]
    opening_balance_minor: Mapped[Minor] = mapped_column(default=0)
    kind_origin: Mapped[Origin] = mapped_column(default=Origin.TYPED)
    currency_origin: Mapped[Origin] = mapped_column(default=Origin.TYPED)
    opening_origin: Mapped[Origin] = mapped_column(default=Origin.TYPED)
    opened_on: Mapped[date | None]
    closed_on: Mapped[date | None]
    version: Mapped[int] = mapped_column(default=0)


class SettledAccount(Base):
    """The version of an account that its statements were last held to: another one shows that
    something wrote past tieout."""

    __tablename__ = "settled_accounts"

    account_id: Mapped[Ref] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int]


class Transaction(Base):
    """One ledger entry, in the holder's sign: money out is negative.

    ``fingerprint`` is a digest of what the entry said when it came in; ``occurrence`` counts equal
    ones from 1, so that N equal rows stay N and the same file twice adds nothing. Neither changes
    when a person edits the entry.
    """

    __tablename__ = "transactions"
    __table_args__ = (
        UniqueConstraint("account_id", "fingerprint", "occurrence"),
        # Serves date ranges, keyset paging and, because it holds the amount, balances.
        Index(None, "account_id", "booked_on", "id", "amount_minor"),
        # Serves candidates for matching: this amount, near this day.
        Index(None, "account_id", "amount_minor", "booked_on"),
    )

    id: Mapped[Id]
    account_id: Mapped[Ref] = mapped_column(ForeignKey("accounts.id"))
    booked_on: Mapped[date]
    value_on: Mapped[date | None]
    amount_minor: Mapped[Minor]
    currency: Mapped[str] = mapped_column(String(3))
    description: Mapped[str]
    fingerprint: Mapped[str] = mapped_column(String(64))
    occurrence: Mapped[int] = mapped_column(default=1)
    state: Mapped[EntryState] = mapped_column(default=EntryState.UNCLEARED)
    import_id: Mapped[Ref | None] = mapped_column(ForeignKey("imports.id"), index=True)
    origin: Mapped[Origin] = mapped_column(default=Origin.TYPED)


class ConfirmedLayout(Base):
    """What the statements of an account look like, as a person confirmed it; ``layout`` is the
    kernel's. ``statement_id`` is where it was seen."""

    __tablename__ = "confirmed_layouts"

    id: Mapped[Id]
    account_id: Mapped[Ref] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    statement_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("statements.id", ondelete="SET NULL"), index=True
    )
    layout: Mapped[Json]
    actor: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class RemovedEntry(Base):
    """An entry that a person took out of the ledger, by what it was called when it came in: the
    file that it came from does not bring it back."""

    __tablename__ = "removed_entries"

    account_id: Mapped[Ref] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    fingerprint: Mapped[str] = mapped_column(String(64), primary_key=True)
    occurrence: Mapped[int] = mapped_column(primary_key=True)


class MonthlyTotal(Base):
    """How many entries an account has in one month and what they come to, 0 of them never.
    ``month`` is its first day. The database's own triggers write here and no one else does."""

    __tablename__ = "monthly_totals"

    account_id: Mapped[Ref] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    month: Mapped[date] = mapped_column(primary_key=True)
    entries: Mapped[int]
    moved_minor: Mapped[Summed]


class BalanceAssertion(Base):
    """What an account's balance was said to be at the end of a day, and by which statement."""

    __tablename__ = "balance_assertions"
    __table_args__ = (Index(None, "account_id", "day"),)

    id: Mapped[Id]
    account_id: Mapped[Ref] = mapped_column(ForeignKey("accounts.id"))
    day: Mapped[date]
    balance_minor: Mapped[Minor]
    statement_id: Mapped[Ref | None] = mapped_column(ForeignKey("statements.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
