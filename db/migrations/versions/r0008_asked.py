"""Who suggested a proposal, and what is said of documents that hold no statement."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("proposals") as table:
        table.add_column(sa.Column("suggested_by", sa.Text(), nullable=True))
    with op.batch_alter_table("documents") as table:
        table.add_column(sa.Column("about", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("documents") as table:
        table.drop_column("about")
    with op.batch_alter_table("proposals") as table:
        table.drop_column("suggested_by")
