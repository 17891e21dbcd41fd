"""What other programs need: keys of requests already answered, webhooks and what they are owed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "answered_requests",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("caller", sa.String(80), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("headers", sa.JSON()),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answered_requests"),
        sa.UniqueConstraint("caller", "key", name="uq_answered_requests_caller_key"),
    )
    op.create_index("ix_answered_requests_created_at", "answered_requests", ["created_at"])


def downgrade() -> None:
    op.drop_table("answered_requests")
