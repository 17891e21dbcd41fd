"""Locks that the database itself holds, and what living verdicts are kept by.

A version that every change counts up, statements that count or not, what a person stated or
resolved, and what a lock refused.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.migrations.backfill import carry_refusals

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_SAYS = ("account_id", "booked_on", "value_on", "amount_minor", "currency", "description")
_OF_ACCOUNT = ("opening_balance_minor", "opened_on", "currency", "mask")


#: Every balance rests on these.
_HELD = ("opening_balance_minor", "currency")
_ANY_LOCK = "EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.id AND released_at IS NULL)"


def upgrade() -> None:
    op.create_table(
        # An account that is not here was not settled by this revision yet.
        "settled_accounts",
        sa.Column(
            "account_id",
            _BIG,
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
    )
    op.create_table(
        "removed_entries",
        sa.Column(
            "account_id",
            _BIG,
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("fingerprint", sa.String(64), primary_key=True),
        sa.Column("occurrence", sa.Integer(), primary_key=True),
    )
    with op.batch_alter_table("statements") as table:
        table.add_column(
            sa.Column("stands", sa.Boolean(), nullable=False, server_default=sa.true())
        )
        table.add_column(sa.Column("stated", sa.JSON(), nullable=True))
    _resolutions()
    carry_refusals(op.get_bind())
    _discrepancies()
    if op.get_bind().dialect.name == "postgresql":
        _postgresql()
    else:
        _sqlite()


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        counts = (f"count_entry_{verb}" for verb in ("insert", "update", "delete"))
        for name in ("refuse_locked", "refuse_locked_opening", "count_account_change", *counts):
            op.execute(f"DROP FUNCTION {name}() CASCADE")
    else:
        for verb in ("insert", "update", "delete"):
            op.execute(f"DROP TRIGGER locked_{verb}")
            op.execute(f"DROP TRIGGER version_{verb}")
        op.execute("DROP TRIGGER version_account")
        op.execute("DROP TRIGGER locked_opening")
    op.drop_table("discrepancies")
    op.drop_table("resolutions")
    with op.batch_alter_table("statements") as table:
        table.drop_column("stated")
        table.drop_column("stands")
    op.drop_table("removed_entries")
    op.drop_table("settled_accounts")


def _resolutions() -> None:
    op.create_table(
        "resolutions",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("account_id", _BIG, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("statement_id", _BIG, sa.ForeignKey("statements.id"), nullable=True),
        sa.Column("op", sa.String(20), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_resolutions_account_id", "resolutions", ["account_id"])
    op.create_index("ix_resolutions_statement_id", "resolutions", ["statement_id"])


def _discrepancies() -> None:
    op.create_table(
        "discrepancies",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", _BIG, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("lock_id", _BIG, sa.ForeignKey("locks.id"), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dismissed_by", sa.Text(), nullable=True),
        sa.Column("dismissed_reason", sa.Text(), nullable=True),
    )
    op.create_index("ix_discrepancies_account_id", "discrepancies", ["account_id"])
    op.create_index("ix_discrepancies_lock_id", "discrepancies", ["lock_id"])


def _locked(row: str) -> str:
    """Whether the row of the trigger lies in a period that is locked."""
    return (
        f"EXISTS (SELECT 1 FROM locks WHERE account_id = {row}.account_id "
        f"AND released_at IS NULL AND {row}.booked_on BETWEEN period_start AND period_end)"
    )


def _alone(*rows: str) -> str:
    """Wait for the holder of the account, who may be about to lock the period."""
    wanted = ", ".join(f"{row}.account_id" for row in rows)
    return f"PERFORM 1 FROM accounts WHERE id IN ({wanted}) ORDER BY id FOR NO KEY UPDATE;"


def _changed(differs: str, columns: tuple[str, ...]) -> str:
    return "(" + " OR ".join(f"NEW.{name} {differs} OLD.{name}" for name in columns) + ")"


def _bump(row: str, key: str = "account_id") -> str:
    return f"UPDATE accounts SET version = version + 1 WHERE id = {row}.{key};"


def _sqlite() -> None:
    changed = _changed("IS NOT", _SAYS)
    for verb, event, locked, bumps in (
        ("insert", "INSERT", _locked("NEW"), _bump("NEW")),
        (
            "update",
            f"UPDATE OF {', '.join(_SAYS)}",
            f"{changed} AND ({_locked('OLD')} OR {_locked('NEW')})",
            _bump("OLD") + _bump("NEW"),
        ),
        ("delete", "DELETE", _locked("OLD"), _bump("OLD")),
    ):
        op.execute(
            f"CREATE TRIGGER locked_{verb} BEFORE {event} ON transactions WHEN {locked} "
            "BEGIN SELECT RAISE(ABORT, 'tieout: period locked'); END"
        )
        op.execute(f"CREATE TRIGGER version_{verb} AFTER {event} ON transactions BEGIN {bumps} END")
    op.execute(
        f"CREATE TRIGGER version_account AFTER UPDATE OF {', '.join(_OF_ACCOUNT)} ON accounts "
        f"BEGIN {_bump('NEW', 'id')} END"
    )
    op.execute(
        f"CREATE TRIGGER locked_opening BEFORE UPDATE OF {', '.join(_HELD)} ON accounts "
        f"WHEN {_changed('IS NOT', _HELD)} AND {_ANY_LOCK} "
        "BEGIN SELECT RAISE(ABORT, 'tieout: period locked'); END"
    )


def _postgresql() -> None:
    refuse = "RAISE EXCEPTION 'tieout: period locked' USING ERRCODE = 'TIE01'"
    changed = _changed("IS DISTINCT FROM", _SAYS)
    op.execute(
        "CREATE FUNCTION refuse_locked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'INSERT' THEN {_alone('NEW')} "
        f"IF {_locked('NEW')} THEN {refuse}; END IF; RETURN NEW; END IF; "
        f"IF TG_OP = 'DELETE' THEN {_alone('OLD')} "
        f"IF {_locked('OLD')} THEN {refuse}; END IF; RETURN OLD; END IF; "
        f"IF {changed} THEN {_alone('OLD', 'NEW')} "
        f"IF {_locked('OLD')} OR {_locked('NEW')} THEN {refuse}; END IF; END IF; "
        "RETURN NEW; END $$"
    )
    op.execute(
        "CREATE FUNCTION count_account_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{_bump('NEW', 'id')} RETURN NULL; END $$"
    )
    events = f"INSERT OR DELETE OR UPDATE OF {', '.join(_SAYS)} ON transactions FOR EACH ROW"
    op.execute(f"CREATE TRIGGER locked_change BEFORE {events} EXECUTE FUNCTION refuse_locked()")
    op.execute(
        "CREATE FUNCTION refuse_locked_opening() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {_changed('IS DISTINCT FROM', _HELD)} AND {_ANY_LOCK} THEN {refuse}; END IF; "
        "RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER locked_opening BEFORE UPDATE OF {', '.join(_HELD)} ON accounts "
        "FOR EACH ROW EXECUTE FUNCTION refuse_locked_opening()"
    )
    _count_statements()
    op.execute(
        f"CREATE TRIGGER version_account AFTER UPDATE OF {', '.join(_OF_ACCOUNT)} ON accounts "
        "FOR EACH ROW EXECUTE FUNCTION count_account_change()"
    )


def _count_statements() -> None:
    """Once a statement and not once a row, which would grow with the square of the rows."""
    other = " OR ".join(f"fresh.{name} IS DISTINCT FROM gone.{name}" for name in _SAYS)
    moved = f"FROM gone JOIN fresh USING (id) WHERE {other}"
    for verb, tables, accounts in (
        ("insert", "NEW TABLE AS fresh", "SELECT account_id FROM fresh"),
        ("delete", "OLD TABLE AS gone", "SELECT account_id FROM gone"),
        (
            "update",
            "OLD TABLE AS gone NEW TABLE AS fresh",
            f"SELECT gone.account_id {moved} UNION SELECT fresh.account_id {moved}",
        ),
    ):
        op.execute(
            f"CREATE FUNCTION count_entry_{verb}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"UPDATE accounts SET version = version + 1 WHERE id IN ({accounts}); "
            "RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER version_{verb} AFTER {verb.upper()} ON transactions "
            f"REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION count_entry_{verb}()"
        )
