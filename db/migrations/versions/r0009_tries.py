"""How often each class of fault ended a try of an import, and what a waiting one waits for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("imports") as table:
        table.add_column(sa.Column("tries", sa.JSON(), nullable=True))
        table.add_column(sa.Column("waiting_for", sa.Text(), nullable=True))
        table.add_column(sa.Column("waiting_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("imports") as table:
        table.drop_column("waiting_since")
        table.drop_column("waiting_for")
        table.drop_column("tries")
