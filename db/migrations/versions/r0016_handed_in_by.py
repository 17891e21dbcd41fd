"""Who handed a document in with the pages, or over HTTP."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("handed_in_by", sa.Text(), nullable=True))


def downgrade() -> None:
    # Not as a new table in the place of this one, which would lose its triggers.
    op.execute("ALTER TABLE imports DROP COLUMN handed_in_by")
