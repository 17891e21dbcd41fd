"""The day on which an account was closed, after which no statement is expected of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("closed_on", sa.Date(), nullable=True))


def downgrade() -> None:
    # In place: a table that is made again loses its triggers.
    op.drop_column("accounts", "closed_on")
