"""Indexes that find entries by their amount, and statements by their closing balance, whatever
their account."""

from alembic import op

revision = "r0006"
down_revision = "r0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, columns in (
        ("transactions", ["amount_minor", "booked_on", "account_id"]),
        ("statements", ["closing_minor", "period_end", "account_id"]),
    ):
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)
    op.drop_index("ix_transactions_account_id_amount_minor_booked_on", "transactions")
