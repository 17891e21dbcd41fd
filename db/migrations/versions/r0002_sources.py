"""Where a person keeps the ledger, and what it said when it was last read."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MINOR: Final = sa.BigInteger()
_MOMENT: Final = sa.DateTime(timezone=True)
_WITHOUT_ENTRY: Final = sa.text("transaction_id IS NULL")


def upgrade() -> None:
    op.create_table(
        "sources",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("synced_at", _MOMENT),
    )
    op.create_table(
        "source_accounts",
        _of("sources", "source_id", primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        _of("accounts", "account_id", index=True),
        sa.Column("flipped", sa.Boolean(), nullable=False),
        sa.Column("read", sa.Boolean(), nullable=False),
        sa.Column("opening_minor", _MINOR, nullable=False),
        sa.Column("opened_on", sa.Date()),
    )
    op.create_table(
        "source_syncs",
        sa.Column("id", _BIG, primary_key=True),
        _of("sources", "source_id", index=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("files_before", sa.JSON(), nullable=False),
        sa.Column("undone_at", _MOMENT),
    )
    op.create_table(
        "source_rows",
        sa.Column("id", _BIG, primary_key=True),
        _of("sources", "source_id"),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("row_id", sa.Text()),
        sa.Column("booked_on", sa.Date(), nullable=False),
        sa.Column("value_on", sa.Date()),
        sa.Column("amount_minor", _MINOR, nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("recognised", sa.Boolean(), nullable=False),
        _of("transactions", "transaction_id", gone="SET NULL", nullable=True, index=True),
        _of("source_syncs", "sync_id", gone="SET NULL", nullable=True, index=True),
        sa.Index(None, "source_id", "key"),
    )
    op.create_index(
        "ix_source_rows_without_entry",
        "source_rows",
        ["fingerprint"],
        sqlite_where=_WITHOUT_ENTRY,
        postgresql_where=_WITHOUT_ENTRY,
    )


def _of(table: str, name: str, *, gone: str = "CASCADE", **more: bool) -> sa.Column[int]:
    given: dict[str, bool] = {"nullable": False} | more
    return sa.Column(name, _BIG, sa.ForeignKey(f"{table}.id", ondelete=gone), **given)  # type: ignore[arg-type]
