"""The whole number of an account, of which the last four digits alone were kept."""

import sqlalchemy as sa
from alembic import op

from db.migrations.triggers import count_account_changes

revision = "r0003"
down_revision = "r0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and move there what was kept whole."""
    op.add_column("accounts", sa.Column("number", sa.Text()))
    accounts = sa.table("accounts", *map(sa.column, ("id", "mask", "number")))
    masks = sa.select(accounts.c.id, accounts.c.mask).where(accounts.c.mask.is_not(None))
    for account_id, mask in op.get_bind().execute(masks).all():
        number = "".join(filter(str.isalnum, mask))
        if len(number) > 4:
            known = {"number": number, "mask": number[-4:]}
            op.execute(accounts.update().where(accounts.c.id == account_id).values(known))
    count_account_changes(again=True)
