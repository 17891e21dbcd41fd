"""Keeps what the pages of a large ledger show of a proof beside it: what is at stake, how far the
balances are off, and which import an import only carries a balance on from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.migrations.backfill import keep_figures, say_carried

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INDEXES = {
    "ix_imports_explained_by_status": ("imports", ["explained_by", "status"]),
    "ix_imports_status_id": ("imports", ["status", "id"]),
    "ix_reconciliations_verdict": ("reconciliations", ["verdict"]),
    "ix_statements_account_id_period_start_period_end": (
        "statements",
        ["account_id", "period_start", "period_end"],
    ),
    "ix_statements_period_end": ("statements", ["period_end"]),
    "ix_statements_of_import": (
        "statements",
        ["import_id", "stands", "period_end", "period_start", "account_id"],
    ),
}
_KEPT = ("at_stake_minor", "opening_off_minor", "closing_off_minor", "carried", "follows")


def upgrade() -> None:
    # Columns with a default are added in place: no row is written.
    op.add_column("imports", sa.Column("explained_by", _BIG, nullable=True))
    at_stake = sa.Column("at_stake_minor", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("reconciliations", at_stake)
    for name in ("opening_off_minor", "closing_off_minor"):
        op.add_column("reconciliations", sa.Column(name, sa.BigInteger(), nullable=True))
    carried: sa.Column[bool] = sa.Column(
        "carried", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("reconciliations", carried)
    op.add_column("reconciliations", sa.Column("follows", _BIG, nullable=True))
    for name, (of, columns) in _INDEXES.items():
        op.create_index(name, of, columns)
    keep_figures(op.get_bind())
    say_carried(op.get_bind())


def downgrade() -> None:
    for name, (of, _) in _INDEXES.items():
        op.drop_index(name, of)
    # In place: a table that is made again loses its triggers.
    for name in reversed(_KEPT):
        op.drop_column("reconciliations", name)
    op.drop_column("imports", "explained_by")
