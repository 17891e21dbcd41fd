"""Who may come in: users, their sessions, and tokens for programs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, unique=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    _sessions()
    op.create_table(
        "tokens",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("key", sa.String(20), nullable=False, unique=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("book", sa.Text(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("last_used_on", sa.Date(), nullable=True),
        sa.Column("revoked_at", _MOMENT, nullable=True),
    )


def downgrade() -> None:
    for table in ("tokens", "sessions", "users"):
        op.drop_table(table)


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("user_id", _BIG, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
