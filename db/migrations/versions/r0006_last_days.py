"""The last day of a statement that prints no period, which may go on from the one before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("statements") as table:
        table.add_column(sa.Column("last_day", sa.Date(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("statements") as table:
        table.drop_column("last_day")
