"""How often a worker died over an import, so that one that kills workers can be set aside."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("imports") as table:
        table.add_column(sa.Column("deaths", sa.Integer(), nullable=False, server_default="0"))
        # Only the rows that were there needed it.
        table.alter_column("deaths", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("imports") as table:
        table.drop_column("deaths")
