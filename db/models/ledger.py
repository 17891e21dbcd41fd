"""The facts: accounts, their entries, what a balance was said to be on a day, and where a person
keeps all this."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
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
    note: Mapped[str | None]
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
        # Serves candidates for matching: this amount, near this day, of whichever account.
        Index(None, "amount_minor", "booked_on", "account_id"),
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


class LedgerSource(Base):
    """A file or book that accounts and entries are kept in step with.

    ``location`` is its absolute path and ``format`` names a module of `db.formats`. ``options`` are
    what reading it needs, such as the currency. ``files`` has the SHA-256 of each file that was
    read, by its path, when it was last applied.
    """

    __tablename__ = "sources"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(unique=True)
    location: Mapped[str]
    format: Mapped[str]
    options: Mapped[Json]
    files: Mapped[Json]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    synced_at: Mapped[datetime | None]


class AccountLink(Base):
    """Which account of the ledger an account of a source is; ``key`` is its name there.

    A ``flipped`` one is kept in the source with the other sign. ``opening_minor`` is what the
    source last said that it held before its first entry, in the ledger's sign. Where a statement
    settled the signs or the days of the source, it was ``read``, and what it says is no second
    witness.
    """

    __tablename__ = "source_accounts"

    source_id: Mapped[Ref] = mapped_column(
        ForeignKey("sources.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(primary_key=True)
    account_id: Mapped[Ref] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    flipped: Mapped[bool] = mapped_column(default=False)
    read: Mapped[bool] = mapped_column(default=False)
    opening_minor: Mapped[Minor] = mapped_column(default=0)
    opened_on: Mapped[date | None]


_WITHOUT_ENTRY: Final = text("transaction_id IS NULL")


class SourceRow(Base):
    """A row of a source as it last said it, in the ledger's sign, and the entry that it is.

    ``row_id`` is the source's own name for it. ``transaction_id`` is null once a person took the
    entry out of the ledger; ``fingerprint`` and ``occurrence`` then find it if it is put back.
    A row is ``recognised`` if the entry was in the ledger before the row was in the source.
    """

    __tablename__ = "source_rows"
    __table_args__ = (
        Index(None, "source_id", "key"),
        Index(
            "ix_source_rows_without_entry",
            "fingerprint",
            sqlite_where=_WITHOUT_ENTRY,
            postgresql_where=_WITHOUT_ENTRY,
        ),
    )

    id: Mapped[Id]
    source_id: Mapped[Ref] = mapped_column(ForeignKey("sources.id", ondelete="CASCADE"))
    key: Mapped[str]
    row_id: Mapped[str | None]
    booked_on: Mapped[date]
    value_on: Mapped[date | None]
    amount_minor: Mapped[Minor]
    description: Mapped[str]
    fingerprint: Mapped[str] = mapped_column(String(64))
    occurrence: Mapped[int]
    recognised: Mapped[bool] = mapped_column(default=False)
    transaction_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("transactions.id", ondelete="SET NULL"), index=True
    )
    sync_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("source_syncs.id", ondelete="SET NULL"), index=True
    )


class SourceSync(Base):
    """One time that a source's changes were applied, with what undoing it needs.

    ``changes`` has what was there before: rows and entries that changed or went, opening balances.
    What was added is found by the ``sync_id`` of its row.
    """

    __tablename__ = "source_syncs"

    id: Mapped[Id]
    source_id: Mapped[Ref] = mapped_column(ForeignKey("sources.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(default=utc_now)
    actor: Mapped[str]
    counts: Mapped[Json]
    changes: Mapped[Json]
    files_before: Mapped[Json]
    undone_at: Mapped[datetime | None]
