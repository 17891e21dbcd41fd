"""What each reading is proven from, so that it can be proven again without the document.

And what a person is to know of the document: the warnings of its reading.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null is what was recorded by a version that kept none.
    with op.batch_alter_table("documents") as table:
        table.add_column(sa.Column("words", sa.LargeBinary(), nullable=True))
        table.add_column(sa.Column("warnings", sa.JSON(), nullable=True))
    with op.batch_alter_table("statements") as table:
        table.add_column(sa.Column("certificate", sa.JSON(), nullable=True))
        table.add_column(sa.Column("kernel_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("statements") as table:
        table.drop_column("kernel_version")
        table.drop_column("certificate")
    with op.batch_alter_table("documents") as table:
        table.drop_column("warnings")
        table.drop_column("words")
