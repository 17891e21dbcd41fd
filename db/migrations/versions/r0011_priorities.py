"""In which order imports wait: a priority, and turns between the folders that they came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_WAITING = sa.text("status = 'queued' AND run_after IS NULL")
_INDEXES = {
    "ix_imports_waiting": ["priority", "turn", "id"],
    "ix_imports_waiting_of_origin": ["priority", "origin", "turn"],
}


def upgrade() -> None:
    with op.batch_alter_table("imports") as table:
        table.add_column(sa.Column("priority", sa.Integer(), nullable=False, server_default="1"))
        table.add_column(sa.Column("origin", sa.Text(), nullable=True))
        table.add_column(sa.Column("turn", sa.BigInteger(), nullable=False, server_default="0"))
    # In a batch of its own: only now are they in the rows that were there, which needed them.
    with op.batch_alter_table("imports") as table:
        table.alter_column("priority", server_default=None)
        table.alter_column("turn", server_default=None)
    for name, columns in _INDEXES.items():
        op.create_index(name, "imports", columns, sqlite_where=_WAITING, postgresql_where=_WAITING)


def downgrade() -> None:
    for name in _INDEXES:
        op.drop_index(name, "imports")
    with op.batch_alter_table("imports") as table:
        for column in ("turn", "origin", "priority"):
            table.drop_column(column)
