"""What people note on lines of statements: a text, a tag, a file."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "line_notes",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("statement_id", _BIG, sa.ForeignKey("statements.id"), index=True),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("booked_on", sa.Date()),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text()),
        sa.Column("file_name", sa.Text()),
        sa.Column("file", sa.LargeBinary()),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
