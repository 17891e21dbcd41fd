"""Every table, index and trigger of a ledger, on SQLite and on PostgreSQL.

What is said here stays as it is: later tables are made by later revisions, whatever the models say.
"""

from typing import Any, Final
from uuid import uuid4

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

from db.migrations.triggers import create_triggers, index_texts

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MINOR: Final = sa.BigInteger()
_MOMENT: Final = sa.DateTime(timezone=True)
_DAY: Final = sa.Date()
_TEXT: Final = sa.Text()
_NUMBER: Final = sa.Integer()
_JSON: Final = sa.JSON()
_WORD: Final = sa.String(20)
_DIGEST: Final = sa.String(64)
_IDENTITY: Final = sa.String(32)
_WAITING: Final = sa.text("status = 'queued' AND run_after IS NULL")
_OWED: Final = sa.text("next_try_at IS NOT NULL")


def upgrade() -> None:
    _accounts()
    _imports()
    _entries()
    _statements()
    _balances()
    _reconciliations()
    _locks()
    _decisions()
    _audit_log()
    _access()
    _other_programs()
    create_triggers()
    index_texts()


def _id() -> sa.Column[Any]:
    return sa.Column("id", _BIG, primary_key=True)


def _filled(
    name: str, kind: TypeEngine[Any], default: Any = None, *, unique: bool = False
) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, unique=unique, server_default=default)


def _open(name: str, kind: TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


def _reference(path: str, *, gone: str | None = None, **more: Any) -> sa.Column[Any]:
    """``path`` is the table referred to and, after the point, the column of this table; ``gone``
    is what becomes of the row without the one that it refers to."""
    table, name = path.split(".")
    given = {"nullable": False} | more
    return sa.Column(name, _BIG, sa.ForeignKey(f"{table}.id", ondelete=gone), **given)


def _of_account(**more: Any) -> sa.Column[Any]:
    return _reference("accounts.account_id", **more)


def _accounts() -> None:
    op.create_table(
        "accounts",
        _id(),
        _filled("name", _TEXT, unique=True),
        _open("institution", _TEXT),
        _filled("kind", _WORD),
        _filled("currency", sa.String(3)),
        _open("mask", _TEXT),
        _filled("opening_balance_minor", _MINOR),
        _open("opened_on", _DAY),
        _filled("version", _NUMBER),
        _open("closed_on", _DAY),
        *(_filled(f"{name}_origin", _WORD, "source") for name in ("kind", "currency", "opening")),
    )
    op.create_table(
        # An account that is not here was not settled yet.
        "settled_accounts",
        _of_account(gone="CASCADE", primary_key=True),
        _filled("version", _NUMBER),
    )


def _imports() -> None:
    op.create_table(
        "documents",
        _id(),
        _filled("sha256", _DIGEST, unique=True),
        _filled("size", _MINOR),
        _open("pages", _NUMBER),
        _open("encrypted", sa.Boolean()),
        _open("engine", _TEXT),
        _open("document_type", _WORD),
        _filled("created_at", _MOMENT),
        _open("words", sa.LargeBinary()),
        _open("warnings", _JSON),
        _open("about", _JSON),
        _open("kept", _WORD),
    )
    op.create_table(
        "imports",
        _id(),
        _reference("documents.document_id", nullable=True, unique=True),
        _filled("source_name", _TEXT),
        _open("source_path", _TEXT),
        _open("options", _JSON),
        _filled("status", _WORD),
        _open("stage", _TEXT),
        _open("progress", _TEXT),
        _filled("attempts", _NUMBER),
        *(_open(name, _MOMENT) for name in ("run_after", "heartbeat_at", "lease_until")),
        _open("error_code", _TEXT),
        _open("error_message", _TEXT),
        _filled("created_at", _MOMENT),
        _open("finished_at", _MOMENT),
        _filled("deaths", _NUMBER),
        _open("tries", _JSON),
        _open("waiting_for", _TEXT),
        _open("waiting_since", _MOMENT),
        _filled("priority", _NUMBER),
        _open("origin", _TEXT),
        _filled("turn", _MINOR),
        _open("explained_by", _BIG),
        _open("handed_in_by", _TEXT),
        sa.Index(None, "status", "run_after"),
        sa.Index(None, "status", "id"),
        sa.Index(None, "explained_by", "status"),
    )
    for name, columns in {
        "ix_imports_waiting": ["priority", "turn", "id"],
        "ix_imports_waiting_of_origin": ["priority", "origin", "turn"],
    }.items():
        op.create_index(name, "imports", columns, sqlite_where=_WAITING, postgresql_where=_WAITING)


def _entries() -> None:
    op.create_table(
        "transactions",
        _id(),
        _of_account(),
        _filled("booked_on", _DAY),
        _open("value_on", _DAY),
        _filled("amount_minor", _MINOR),
        _filled("currency", sa.String(3)),
        _filled("description", _TEXT),
        _filled("fingerprint", _DIGEST),
        _filled("occurrence", _NUMBER),
        _filled("state", _WORD),
        _reference("imports.import_id", nullable=True, index=True),
        _filled("origin", _WORD, "source"),
        sa.UniqueConstraint("account_id", "fingerprint", "occurrence"),
        sa.Index(None, "account_id", "booked_on", "id", "amount_minor"),
        sa.Index(None, "account_id", "amount_minor", "booked_on"),
    )
    op.create_table(
        "removed_entries",
        _of_account(gone="CASCADE", primary_key=True),
        sa.Column("fingerprint", _DIGEST, primary_key=True),
        sa.Column("occurrence", _NUMBER, primary_key=True),
    )


def _statements() -> None:
    op.create_table(
        "statements",
        _id(),
        _reference("imports.import_id"),
        _filled("ordinal", _NUMBER),
        _of_account(nullable=True),
        *(_open(name, _TEXT) for name in ("institution", "account_name", "account_mask")),
        _filled("kind", _WORD),
        _open("currency", sa.String(3)),
        _filled("exponent", _NUMBER),
        _open("period_start", _DAY),
        _open("period_end", _DAY),
        _open("opening_minor", _MINOR),
        _open("closing_minor", _MINOR),
        _filled("says_no_lines", sa.Boolean()),
        _filled("status", _WORD),
        _filled("checks", _JSON),
        _open("certificate", _JSON),
        _open("kernel_version", _NUMBER),
        _filled("stands", sa.Boolean(), sa.true()),
        _open("stated", _JSON),
        _filled("holds", sa.Boolean(), sa.false()),
        sa.UniqueConstraint("import_id", "ordinal"),
        sa.Index(None, "account_id", "period_end"),
        sa.Index(None, "account_id", "period_start", "period_end"),
        sa.Index(None, "period_end"),
    )
    of_import = ["import_id", "stands", "period_end", "period_start", "account_id"]
    op.create_index("ix_statements_of_import", "statements", of_import)
    op.create_table(
        "lines",
        _id(),
        _reference("statements.statement_id", gone="CASCADE"),
        _filled("ordinal", _NUMBER),
        _filled("page", _NUMBER),
        *(_filled(side, sa.Double()) for side in ("x0", "top", "x1", "bottom")),
        _open("booked_on", _DAY),
        _open("value_on", _DAY),
        _filled("description", _TEXT),
        _filled("amount_minor", _MINOR),
        _open("balance_minor", _MINOR),
        _filled("raw", _TEXT),
        _filled("method", _TEXT),
        sa.UniqueConstraint("statement_id", "ordinal"),
    )
    op.create_table(
        "confirmed_layouts",
        _id(),
        _of_account(gone="CASCADE", index=True),
        _reference("statements.statement_id", gone="SET NULL", nullable=True, index=True),
        _filled("layout", _JSON),
        _filled("actor", _TEXT),
        _filled("created_at", _MOMENT),
    )


def _balances() -> None:
    op.create_table(
        "balance_assertions",
        _id(),
        _of_account(),
        _filled("day", _DAY),
        _filled("balance_minor", _MINOR),
        _reference("statements.statement_id", nullable=True, index=True),
        _filled("created_at", _MOMENT),
        sa.Index(None, "account_id", "day"),
    )
    op.create_table(
        "monthly_totals",
        _of_account(gone="CASCADE", primary_key=True),
        sa.Column("month", _DAY, primary_key=True),
        _filled("entries", _NUMBER),
        _filled("moved_minor", _MINOR),
    )


def _reconciliations() -> None:
    op.create_table(
        "reconciliations",
        _id(),
        _reference("statements.statement_id", gone="CASCADE", unique=True),
        _filled("verdict", _WORD),
        _filled("proof", _JSON),
        _open("claim", _JSON),
        _filled("differences", _JSON),
        _open("model", _TEXT),
        _open("format", _TEXT),
        *(_filled(name, _NUMBER) for name in ("turns", "tokens_in", "tokens_out")),
        _open("cost_usd", _TEXT),
        _open("ledger_etag", _TEXT),
        _open("trace", _JSON),
        _filled("extraction_skipped", sa.Boolean()),
        _filled("created_at", _MOMENT),
        _open("asked", _JSON),
        _filled("at_stake_minor", _MINOR, "0"),
        _open("opening_off_minor", _MINOR),
        _open("closing_off_minor", _MINOR),
        _filled("carried", sa.Boolean(), sa.false()),
        _open("follows", _BIG),
        *(_open(name, _JSON) for name in ("hypotheses", "rests_on", "teaches")),
        sa.Index(None, "verdict"),
    )
    op.create_table(
        "matches",
        _reference("reconciliations.reconciliation_id", gone="CASCADE", primary_key=True),
        _reference("lines.line_id", gone="CASCADE", primary_key=True, index=True),
        _reference("transactions.transaction_id", primary_key=True, index=True),
    )


def _locks() -> None:
    op.create_table(
        "locks",
        _id(),
        _of_account(),
        _filled("period_start", _DAY),
        _filled("period_end", _DAY),
        _reference("reconciliations.reconciliation_id", nullable=True, index=True),
        _filled("created_at", _MOMENT),
        _open("released_at", _MOMENT),
        _open("released_reason", _TEXT),
        sa.Index(None, "account_id", "period_start", "period_end"),
    )
    op.create_table(
        "discrepancies",
        _id(),
        _filled("at", _MOMENT),
        _of_account(index=True),
        _reference("locks.lock_id", index=True),
        _filled("actor", _TEXT),
        _filled("action", _TEXT),
        _open("before", _JSON),
        _open("after", _JSON),
        _filled("digest", _DIGEST, unique=True),
        _open("dismissed_at", _MOMENT),
        _open("dismissed_by", _TEXT),
        _open("dismissed_reason", _TEXT),
    )


def _decisions() -> None:
    op.create_table(
        "proposals",
        _id(),
        _reference("reconciliations.reconciliation_id", nullable=True, index=True),
        _filled("request_id", _TEXT, unique=True),
        _filled("ledger_etag", _TEXT),
        _filled("changes", _JSON),
        _filled("reason", _TEXT),
        _filled("evidence", _JSON),
        _filled("status", _WORD),
        _open("decided_by", _TEXT),
        _open("decided_reason", _TEXT),
        _open("decided_at", _MOMENT),
        _filled("created_at", _MOMENT),
        _open("suggested_by", _TEXT),
        sa.Index(None, "status", "id"),
    )
    op.create_table(
        "resolutions",
        _id(),
        _of_account(index=True),
        _reference("statements.statement_id", nullable=True, index=True),
        _filled("op", _WORD),
        _filled("lines", _JSON),
        _filled("entries", _JSON),
        _filled("reason", _TEXT),
        _filled("actor", _TEXT),
        _filled("created_at", _MOMENT),
    )


def _audit_log() -> None:
    op.create_table(
        "audit_log",
        _id(),
        _filled("at", _MOMENT),
        *(_filled(name, _TEXT) for name in ("actor", "action", "subject")),
        _open("before", _JSON),
        _open("after", _JSON),
        sa.Index(None, "subject", "id"),
    )
    ledger = op.create_table(
        "ledger",
        _id(),
        _filled("identity", _IDENTITY),
        sa.CheckConstraint("id = 1", name="one_row"),
    )
    op.bulk_insert(ledger, [{"id": 1, "identity": uuid4().hex}])


def _access() -> None:
    op.create_table(
        "users",
        _id(),
        _filled("name", _TEXT),
        _filled("key", _TEXT, unique=True),
        _filled("role", _WORD),
        _open("password_hash", _TEXT),
        _filled("created_at", _MOMENT),
    )
    op.create_table(
        "book_rights",
        _reference("users.user_id", gone="CASCADE", primary_key=True, autoincrement=False),
        sa.Column("identity", _IDENTITY, primary_key=True),
        _filled("book", _TEXT),
        _filled("role", _WORD),
    )
    op.create_table(
        "sessions",
        _id(),
        _filled("digest", _DIGEST, unique=True),
        _reference("users.user_id", gone="CASCADE", nullable=True, index=True),
        _filled("name", _TEXT),
        _filled("role", _WORD),
        _filled("created_at", _MOMENT),
        _filled("seen_at", _MOMENT),
    )
    op.create_table(
        "tokens",
        _id(),
        _filled("key", _WORD, unique=True),
        _filled("digest", _DIGEST),
        _filled("name", _TEXT),
        _filled("role", _WORD),
        _open("book", _TEXT),
        _filled("created_at", _MOMENT),
        _filled("created_by", _TEXT),
        _open("last_used_on", _DAY),
        _open("revoked_at", _MOMENT),
        _open("identity", _IDENTITY),
    )


def _other_programs() -> None:
    op.create_table(
        "answered_requests",
        _id(),
        _filled("caller", sa.String(80)),
        _filled("key", sa.String(255)),
        _filled("digest", _DIGEST),
        _open("status", _NUMBER),
        _open("headers", _JSON),
        _open("body", sa.LargeBinary()),
        _filled("created_at", _MOMENT),
        sa.UniqueConstraint("caller", "key"),
        sa.Index(None, "created_at"),
    )
    op.create_table(
        "webhooks",
        _id(),
        _filled("url", _TEXT),
        _filled("secret", _TEXT),
        _filled("events", sa.String(100)),
        _filled("private", sa.Boolean()),
        _filled("created_at", _MOMENT),
        _filled("created_by", _TEXT),
        _open("old_secret", _TEXT),
        _open("old_until", _MOMENT),
    )
    op.create_table(
        "deliveries",
        _id(),
        _reference("webhooks.webhook_id", gone="CASCADE", index=True),
        _filled("message_id", sa.String(40), unique=True),
        _filled("event", _WORD),
        _open("import_id", _BIG),
        _open("discrepancy_id", _BIG),
        _filled("created_at", _MOMENT),
        _open("next_try_at", _MOMENT),
        _filled("tries", _NUMBER),
        _open("delivered_at", _MOMENT),
        _open("given_up_at", _MOMENT),
        _open("last_status", _NUMBER),
        _open("last_error", _TEXT),
        _open("lock_id", _BIG),
    )
    op.create_index(
        "ix_deliveries_owed",
        "deliveries",
        ["next_try_at"],
        sqlite_where=_OWED,
        postgresql_where=_OWED,
    )
