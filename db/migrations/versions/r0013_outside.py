"""What other programs need: keys of requests already answered, webhooks and what they are owed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_EVENT = (
    "(CASE NEW.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed' "
    "ELSE 'matched' END)"
)
_ENDED = "NEW.status <> OLD.status AND NEW.status IN ('matched', 'done', 'needs_review', 'failed')"


def upgrade() -> None:
    op.create_table(
        "answered_requests",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("caller", sa.String(80), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("headers", sa.JSON()),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answered_requests"),
        sa.UniqueConstraint("caller", "key", name="uq_answered_requests_caller_key"),
    )
    op.create_index("ix_answered_requests_created_at", "answered_requests", ["created_at"])
    op.create_table(
        "webhooks",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("events", sa.String(100), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    _deliveries()
    triggers()


def triggers() -> None:
    """As they were until revision 0017."""
    _sqlite() if op.get_bind().dialect.name == "sqlite" else _postgresql()


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("webhook_id", _BIG, nullable=False),
        sa.Column("message_id", sa.String(40), nullable=False),
        sa.Column("event", sa.String(20), nullable=False),
        sa.Column("import_id", _BIG),
        sa.Column("discrepancy_id", _BIG),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("next_try_at", _MOMENT),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("delivered_at", _MOMENT),
        sa.Column("given_up_at", _MOMENT),
        sa.Column("last_status", sa.Integer()),
        sa.Column("last_error", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("message_id", name="uq_deliveries_message_id"),
        sa.ForeignKeyConstraint(
            ["webhook_id"],
            ["webhooks.id"],
            name="fk_deliveries_webhook_id_webhooks",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_deliveries_webhook_id", "deliveries", ["webhook_id"])
    owed = sa.text("next_try_at IS NOT NULL")
    op.create_index(
        "ix_deliveries_owed",
        "deliveries",
        ["next_try_at"],
        sqlite_where=owed,
        postgresql_where=owed,
    )


def _owed(now: str, random: str, event: str, number: str) -> str:
    """One row for each webhook that wants to hear of it."""
    return (
        f"INSERT INTO deliveries (webhook_id, message_id, event, {number}, created_at, "
        f"next_try_at, tries) SELECT id, 'msg_' || {random}, {event}, NEW.id, {now}, {now}, 0 "
        f"FROM webhooks WHERE events LIKE '%,' || {event} || ',%';"
    )


def _sqlite() -> None:
    now, random = "strftime('%Y-%m-%d %H:%M:%f000', 'now')", "lower(hex(randomblob(16)))"
    for name, event, table, told, number in (
        ("import", "UPDATE OF status", "imports", _EVENT, "import_id"),
        ("discrepancy", "INSERT", "discrepancies", "'discrepancy'", "discrepancy_id"),
    ):
        when = f"WHEN {_ENDED}" if name == "import" else ""
        op.execute(
            f"CREATE TRIGGER webhooks_{name} AFTER {event} ON {table} {when} "
            f"BEGIN {_owed(now, random, told, number)} END"
        )


def _postgresql() -> None:
    now, random = "clock_timestamp()", "replace(gen_random_uuid()::text, '-', '')"
    for name, event, table, told, number in (
        ("import", "UPDATE OF status", "imports", _EVENT, "import_id"),
        ("discrepancy", "INSERT", "discrepancies", "'discrepancy'", "discrepancy_id"),
    ):
        when = f"WHEN ({_ENDED})" if name == "import" else ""
        op.execute(
            f"CREATE FUNCTION owe_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"{_owed(now, random, told, number)} RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER webhooks_{name} AFTER {event} ON {table} FOR EACH ROW {when} "
            f"EXECUTE FUNCTION owe_{name}()"
        )


def downgrade() -> None:
    postgresql = op.get_bind().dialect.name == "postgresql"
    for name, table in (("import", "imports"), ("discrepancy", "discrepancies")):
        op.execute(f"DROP TRIGGER webhooks_{name}" + (f" ON {table}" if postgresql else ""))
        if postgresql:
            op.execute(f"DROP FUNCTION owe_{name}()")
    op.drop_table("deliveries")
    op.drop_table("webhooks")
    op.drop_table("answered_requests")
