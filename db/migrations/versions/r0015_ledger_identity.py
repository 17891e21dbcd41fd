"""The ledger's own identity, by which its documents in a store are known."""

from __future__ import annotations

from uuid import uuid4

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    ledger = op.create_table(
        "ledger",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
    )
    op.bulk_insert(ledger, [{"id": 1, "identity": uuid4().hex}])


def downgrade() -> None:
    op.drop_table("ledger")
