"""The ledger's own identity, by which its documents in a store are known, and rights in books."""

from __future__ import annotations

from uuid import uuid4

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    ledger = op.create_table(
        "ledger",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
    )
    op.bulk_insert(ledger, [{"id": 1, "identity": uuid4().hex}])
    op.create_table(
        "book_rights",
        sa.Column(
            "user_id",
            _BIG,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("book", sa.Text(), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
    )
    op.add_column("tokens", sa.Column("identity", sa.String(32), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("tokens") as table:
        table.drop_column("identity")
    op.drop_table("book_rights")
    op.drop_table("ledger")
