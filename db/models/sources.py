"""Where a person keeps the ledger, and what it said when it was last read."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Json, Minor, Ref, utc_now


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
