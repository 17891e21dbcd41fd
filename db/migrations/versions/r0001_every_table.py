"""Every table: ledger, imports, statements, reconciliations and decisions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_WORD = sa.String(20)


def upgrade() -> None:
    _ledger()
    _imports()
    _statements()
    _balance_assertions()
    _reconciliations()
    _proposals()
    _locks()
    _audit_log()
    _refuse_changes_of_the_audit_log()


def downgrade() -> None:
    for table in ("audit_log", "locks", "proposals", "matches", "reconciliations"):
        op.drop_table(table)
    for table in ("balance_assertions", "lines", "statements", "transactions", "imports"):
        op.drop_table(table)
    op.drop_table("documents")
    op.drop_table("accounts")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_log_append_only()")


def _id() -> sa.Column[Any]:
    return sa.Column("id", _BIG, primary_key=True)


def _column(
    name: str, kind: TypeEngine[Any], *, nullable: bool = False, unique: bool = False
) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=nullable, unique=unique)


def _reference(
    path: str,
    *,
    nullable: bool = False,
    unique: bool = False,
    index: bool = False,
    cascade: bool = False,
    primary_key: bool = False,
) -> sa.Column[Any]:
    """``path`` is the table referred to and, after the point, the column of this table."""
    table, name = path.split(".")
    return sa.Column(
        name,
        _BIG,
        sa.ForeignKey(f"{table}.id", ondelete="CASCADE" if cascade else None),
        nullable=nullable,
        unique=unique,
        index=index,
        primary_key=primary_key,
    )


def _ledger() -> None:
    op.create_table(
        "accounts",
        _id(),
        _column("name", sa.Text(), unique=True),
        _column("institution", sa.Text(), nullable=True),
        _column("kind", _WORD),
        _column("currency", sa.String(3)),
        _column("mask", sa.Text(), nullable=True),
        _column("opening_balance_minor", sa.BigInteger()),
        _column("opened_on", sa.Date(), nullable=True),
        _column("version", sa.Integer()),
    )


def _imports() -> None:
    op.create_table(
        "documents",
        _id(),
        _column("sha256", sa.String(64), unique=True),
        _column("size", sa.BigInteger()),
        _column("pages", sa.Integer(), nullable=True),
        _column("encrypted", sa.Boolean(), nullable=True),
        _column("engine", sa.Text(), nullable=True),
        _column("document_type", _WORD, nullable=True),
        _column("created_at", _MOMENT),
    )
    op.create_table(
        "imports",
        _id(),
        _reference("documents.document_id", nullable=True, unique=True),
        _column("source_name", sa.Text()),
        _column("source_path", sa.Text(), nullable=True),
        _column("options", sa.JSON(), nullable=True),
        _column("status", _WORD),
        _column("stage", sa.Text(), nullable=True),
        _column("progress", sa.Text(), nullable=True),
        _column("attempts", sa.Integer()),
        _column("run_after", _MOMENT, nullable=True),
        _column("heartbeat_at", _MOMENT, nullable=True),
        _column("lease_until", _MOMENT, nullable=True),
        _column("error_code", sa.Text(), nullable=True),
        _column("error_message", sa.Text(), nullable=True),
        _column("created_at", _MOMENT),
        _column("finished_at", _MOMENT, nullable=True),
        sa.Index(None, "status", "run_after"),
    )
    op.create_table(
        "transactions",
        _id(),
        _reference("accounts.account_id"),
        _column("booked_on", sa.Date()),
        _column("value_on", sa.Date(), nullable=True),
        _column("amount_minor", sa.BigInteger()),
        _column("currency", sa.String(3)),
        _column("description", sa.Text()),
        _column("fingerprint", sa.String(64)),
        _column("occurrence", sa.Integer()),
        _column("state", _WORD),
        _reference("imports.import_id", nullable=True, index=True),
        sa.UniqueConstraint("account_id", "fingerprint", "occurrence"),
        sa.Index(None, "account_id", "booked_on", "id", "amount_minor"),
        sa.Index(None, "account_id", "amount_minor", "booked_on"),
    )


def _statements() -> None:
    op.create_table(
        "statements",
        _id(),
        _reference("imports.import_id"),
        _column("ordinal", sa.Integer()),
        _reference("accounts.account_id", nullable=True),
        _column("institution", sa.Text(), nullable=True),
        _column("account_name", sa.Text(), nullable=True),
        _column("account_mask", sa.Text(), nullable=True),
        _column("kind", _WORD),
        _column("currency", sa.String(3), nullable=True),
        _column("exponent", sa.Integer()),
        _column("period_start", sa.Date(), nullable=True),
        _column("period_end", sa.Date(), nullable=True),
        _column("opening_minor", sa.BigInteger(), nullable=True),
        _column("closing_minor", sa.BigInteger(), nullable=True),
        _column("says_no_lines", sa.Boolean()),
        _column("status", _WORD),
        _column("checks", sa.JSON()),
        sa.UniqueConstraint("import_id", "ordinal"),
        sa.Index(None, "account_id", "period_end"),
    )
    op.create_table(
        "lines",
        _id(),
        _reference("statements.statement_id", cascade=True),
        _column("ordinal", sa.Integer()),
        _column("page", sa.Integer()),
        *(_column(side, sa.Double()) for side in ("x0", "top", "x1", "bottom")),
        _column("booked_on", sa.Date(), nullable=True),
        _column("value_on", sa.Date(), nullable=True),
        _column("description", sa.Text()),
        _column("amount_minor", sa.BigInteger()),
        _column("balance_minor", sa.BigInteger(), nullable=True),
        _column("raw", sa.Text()),
        _column("method", sa.Text()),
        sa.UniqueConstraint("statement_id", "ordinal"),
    )


def _balance_assertions() -> None:
    op.create_table(
        "balance_assertions",
        _id(),
        _reference("accounts.account_id"),
        _column("day", sa.Date()),
        _column("balance_minor", sa.BigInteger()),
        _reference("statements.statement_id", nullable=True, index=True),
        _column("created_at", _MOMENT),
        sa.Index(None, "account_id", "day"),
    )


def _reconciliations() -> None:
    op.create_table(
        "reconciliations",
        _id(),
        _reference("statements.statement_id", cascade=True, unique=True),
        _column("verdict", _WORD),
        _column("proof", sa.JSON()),
        _column("claim", sa.JSON(), nullable=True),
        _column("differences", sa.JSON()),
        _column("model", sa.Text(), nullable=True),
        _column("format", sa.Text(), nullable=True),
        _column("turns", sa.Integer()),
        _column("tokens_in", sa.Integer()),
        _column("tokens_out", sa.Integer()),
        _column("cost_usd", sa.Text(), nullable=True),
        _column("ledger_etag", sa.Text(), nullable=True),
        _column("trace", sa.JSON(), nullable=True),
        _column("extraction_skipped", sa.Boolean()),
        _column("created_at", _MOMENT),
    )
    op.create_table(
        "matches",
        _reference("reconciliations.reconciliation_id", cascade=True, primary_key=True),
        _reference("lines.line_id", cascade=True, primary_key=True, index=True),
        _reference("transactions.transaction_id", primary_key=True, index=True),
    )


def _proposals() -> None:
    op.create_table(
        "proposals",
        _id(),
        _reference("reconciliations.reconciliation_id", nullable=True, index=True),
        _column("request_id", sa.Text(), unique=True),
        _column("ledger_etag", sa.Text()),
        _column("changes", sa.JSON()),
        _column("reason", sa.Text()),
        _column("evidence", sa.JSON()),
        _column("status", _WORD),
        _column("decided_by", sa.Text(), nullable=True),
        _column("decided_reason", sa.Text(), nullable=True),
        _column("decided_at", _MOMENT, nullable=True),
        _column("created_at", _MOMENT),
        sa.Index(None, "status", "id"),
    )


def _locks() -> None:
    op.create_table(
        "locks",
        _id(),
        _reference("accounts.account_id"),
        _column("period_start", sa.Date()),
        _column("period_end", sa.Date()),
        _reference("reconciliations.reconciliation_id", nullable=True, index=True),
        _column("created_at", _MOMENT),
        _column("released_at", _MOMENT, nullable=True),
        _column("released_reason", sa.Text(), nullable=True),
        sa.Index(None, "account_id", "period_start", "period_end"),
    )


def _audit_log() -> None:
    op.create_table(
        "audit_log",
        _id(),
        _column("at", _MOMENT),
        _column("actor", sa.Text()),
        _column("action", sa.Text()),
        _column("subject", sa.Text()),
        _column("before", sa.JSON(), nullable=True),
        _column("after", sa.JSON(), nullable=True),
        sa.Index(None, "subject", "id"),
    )


def _refuse_changes_of_the_audit_log() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'audit_log is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log "
            "FOR EACH ROW EXECUTE FUNCTION audit_log_append_only()"
        )
        return
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_log_no_{verb.lower()} BEFORE {verb} ON audit_log "
            "BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END"
        )
