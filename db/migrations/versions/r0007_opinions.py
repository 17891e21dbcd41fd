"""What a model was asked about a statement's differences, and what it said of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("reconciliations") as table:
        table.add_column(sa.Column("asked", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("reconciliations") as table:
        table.drop_column("asked")
