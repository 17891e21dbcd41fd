"""Whether a document's bytes are kept, and a log whose rows may be emptied but never changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_FORGOTTEN = '{"forgotten": true}'


def upgrade() -> None:
    with op.batch_alter_table("documents") as table:
        table.add_column(sa.Column("kept", sa.String(20), nullable=True))
    if op.get_bind().dialect.name == "postgresql":
        _postgresql(_emptied("IS DISTINCT FROM", "::text"))
    else:
        op.execute("DROP TRIGGER audit_log_no_update")
        _sqlite(f"WHEN NOT ({_emptied('IS NOT', '')})")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _postgresql("FALSE")
    else:
        op.execute("DROP TRIGGER audit_log_no_update")
        _sqlite("")
    with op.batch_alter_table("documents") as table:
        table.drop_column("kept")


def _emptied(differs: str, as_text: str) -> str:
    """Whether a change of a row only takes its content away: who did what and when stays."""
    same = " AND ".join(
        f"NOT (NEW.{name} {differs} OLD.{name})"
        for name in ("id", "at", "actor", "action", "subject")
    )
    return f"{same} AND NEW.before IS NULL AND NEW.after{as_text} = '{_FORGOTTEN}'"


def _sqlite(unless: str) -> None:
    op.execute(
        f"CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log {unless} "
        "BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END"
    )


def _postgresql(allowed: str) -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {allowed} THEN RETURN NEW; END IF; END IF; "
        "RAISE EXCEPTION 'audit_log is append-only'; END $$"
    )
