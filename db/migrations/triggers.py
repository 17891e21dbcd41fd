"""What the database does by itself: triggers, and the index of texts."""

from typing import Final

import sqlalchemy as sa
from alembic import op

_ADD: Final = """
INSERT INTO monthly_totals (account_id, month, entries, moved_minor)
VALUES (NEW.account_id, {new}, 1, NEW.amount_minor)
ON CONFLICT (account_id, month) DO UPDATE SET
  entries = monthly_totals.entries + 1,
  moved_minor = monthly_totals.moved_minor + excluded.moved_minor;
"""
_TAKE: Final = """
UPDATE monthly_totals SET entries = entries - 1, moved_minor = moved_minor - OLD.amount_minor
WHERE account_id = OLD.account_id AND month = {old};
DELETE FROM monthly_totals
WHERE account_id = OLD.account_id AND month = {old} AND entries = 0;
"""
_FIGURES: Final = "account_id, booked_on, amount_minor"
#: What an entry says: a change of it counts, and is refused in a period that is locked.
_SAYS: Final = ("account_id", "booked_on", "value_on", "amount_minor", "currency", "description")
_OF_ACCOUNT: Final = "opening_balance_minor, opened_on, currency, mask"
#: Every balance rests on these.
_HELD: Final = ("opening_balance_minor", "currency")
_ANY_LOCK: Final = "EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.id AND released_at IS NULL)"
_FORGOTTEN: Final = '{"forgotten": true}'
_REFUSE: Final = "BEGIN SELECT RAISE(ABORT, 'tieout: period locked'); END"


def create_triggers() -> None:
    """Make all of them; the tables are there."""
    if op.get_bind().dialect.name == "postgresql":
        _keep_totals_on_postgresql()
        _hold_locks_on_postgresql()
        _count_versions_on_postgresql()
        allowed = _emptied("IS DISTINCT FROM", "::text")
        op.execute(
            "CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {allowed} THEN RETURN NEW; END IF; END IF; "
            "RAISE EXCEPTION 'audit_log is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log "
            "FOR EACH ROW EXECUTE FUNCTION audit_log_append_only()"
        )
    else:
        _keep_totals_on_sqlite()
        _hold_locks_and_count_on_sqlite()
        for verb, unless in (("UPDATE", f"WHEN NOT ({_emptied('IS NOT', '')})"), ("DELETE", "")):
            op.execute(
                f"CREATE TRIGGER audit_log_no_{verb.lower()} BEFORE {verb} ON audit_log {unless} "
                "BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END"
            )
    count_account_changes()
    _owed_on_sqlite() if op.get_bind().dialect.name == "sqlite" else _owed_on_postgresql()


def _keep_totals_on_sqlite() -> None:
    month = "date({}, 'start of month')".format
    add = _ADD.format(new=month("NEW.booked_on"))
    take = _TAKE.format(old=month("OLD.booked_on"))
    for verb, event, work in (
        ("insert", "INSERT", add),
        ("update", f"UPDATE OF {_FIGURES}", take + add),
        ("delete", "DELETE", take),
    ):
        op.execute(
            f"CREATE TRIGGER monthly_totals_{verb} AFTER {event} ON transactions BEGIN {work} END"
        )


def _keep_totals_on_postgresql() -> None:
    month = "date_trunc('month', {})::date".format
    add = _ADD.format(new=month("NEW.booked_on"))
    take = _TAKE.format(old=month("OLD.booked_on"))
    op.execute(
        "CREATE FUNCTION keep_monthly_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'TRUNCATE' THEN DELETE FROM monthly_totals; END IF; "
        f"IF TG_OP IN ('UPDATE', 'DELETE') THEN {take} END IF; "
        f"IF TG_OP IN ('INSERT', 'UPDATE') THEN {add} END IF; "
        "RETURN NULL; END $$"
    )
    for verb, event, each in (
        ("change", f"INSERT OR DELETE OR UPDATE OF {_FIGURES}", "ROW"),
        ("truncate", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER monthly_totals_{verb} AFTER {event} ON transactions "
            f"FOR EACH {each} EXECUTE FUNCTION keep_monthly_totals()"
        )


def _locked(row: str) -> str:
    return (
        f"EXISTS (SELECT 1 FROM locks WHERE account_id = {row}.account_id "
        f"AND released_at IS NULL AND {row}.booked_on BETWEEN period_start AND period_end)"
    )


def _alone(*rows: str) -> str:
    """Wait for the process that holds the account, which may be about to lock the period."""
    wanted = ", ".join(f"{row}.account_id" for row in rows)
    return f"PERFORM 1 FROM accounts WHERE id IN ({wanted}) ORDER BY id FOR NO KEY UPDATE;"


def _changed(differs: str, columns: tuple[str, ...]) -> str:
    return "(" + " OR ".join(f"NEW.{name} {differs} OLD.{name}" for name in columns) + ")"


def _bump(row: str, key: str = "account_id") -> str:
    return f"UPDATE accounts SET version = version + 1 WHERE id = {row}.{key};"


def _hold_locks_and_count_on_sqlite() -> None:
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
            f"CREATE TRIGGER locked_{verb} BEFORE {event} ON transactions WHEN {locked} {_REFUSE}"
        )
        op.execute(f"CREATE TRIGGER version_{verb} AFTER {event} ON transactions BEGIN {bumps} END")
    op.execute(
        f"CREATE TRIGGER locked_opening BEFORE UPDATE OF {', '.join(_HELD)} ON accounts "
        f"WHEN {_changed('IS NOT', _HELD)} AND {_ANY_LOCK} {_REFUSE}"
    )


def _hold_locks_on_postgresql() -> None:
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


def _count_versions_on_postgresql() -> None:
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
    op.execute(
        "CREATE FUNCTION count_account_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{_bump('NEW', 'id')} RETURN NULL; END $$"
    )


def count_account_changes(*, again: bool = False) -> None:
    """Count a change of what an account is known by; ``again``, of its whole number too."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    if again:
        op.execute("DROP TRIGGER version_account" + (" ON accounts" if postgresql else ""))
    known = f"{_OF_ACCOUNT}, number" if again else _OF_ACCOUNT
    does = f"BEGIN {_bump('NEW', 'id')} END"
    if postgresql:
        does = "FOR EACH ROW EXECUTE FUNCTION count_account_change()"
    op.execute(f"CREATE TRIGGER version_account AFTER UPDATE OF {known} ON accounts {does}")


def _emptied(differs: str, as_text: str) -> str:
    """Whether a change of a row only takes its content away: who did what and when stays."""
    same = " AND ".join(
        f"NOT (NEW.{name} {differs} OLD.{name})"
        for name in ("id", "at", "actor", "action", "subject")
    )
    return f"{same} AND NEW.before IS NULL AND NEW.after{as_text} = '{_FORGOTTEN}'"


_UNTOLD: Final = "tries = 0 AND next_try_at IS NOT NULL"
_OVER_LOCKS: Final = "locks.reconciliation_id = NEW.id AND locks.released_at IS NULL"


def _event(row: str) -> str:
    """The event that a row of `imports` is; empty if it is none."""
    return (
        f"(CASE {row}.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed' "
        "WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched' ELSE '' END)"
    )


def _owed(clock: tuple[str, str], event: str, names: str, values: str, of: str = "") -> str:
    """One row for each webhook that wants to hear of it."""
    now, random = clock
    return (
        f"INSERT INTO deliveries (webhook_id, message_id, event, {names}, created_at, next_try_at, "
        f"tries) SELECT webhooks.id, 'msg_' || {random}, {event}, {values}, {now}, {now}, 0 "
        f"FROM webhooks{of} WHERE {event} <> '' AND webhooks.events LIKE '%,' || {event} || ',%'"
    )


def _triggers(clock: tuple[str, str]) -> dict[str, tuple[str, str, str, str]]:
    """By name: when, on which table, under which condition, and what is done."""
    changed = f"{_event('NEW')} <> {_event('OLD')}"
    again = (
        f"DELETE FROM deliveries WHERE {_UNTOLD} AND discrepancy_id IS NULL AND lock_id IN "
        "(SELECT id FROM locks WHERE reconciliation_id = NEW.id);"
    )
    of_import = _owed(clock, _event("NEW"), "import_id", "NEW.id")
    refused = _owed(clock, "'discrepancy'", "discrepancy_id, lock_id", "NEW.id, NEW.lock_id")
    broken = _owed(clock, "'discrepancy'", "lock_id", "locks.id", ", locks")
    ended = "OLD.verdict = 'matched' AND NEW.verdict <> 'matched'"
    released = f"DELETE FROM deliveries WHERE {_UNTOLD} AND lock_id = NEW.id;"
    return {
        "import": ("UPDATE OF status", "imports", changed, f"{of_import};"),
        "discrepancy": ("INSERT", "discrepancies", "", f"{refused};"),
        "contradicted": (
            "UPDATE OF verdict",
            "reconciliations",
            "NEW.verdict <> OLD.verdict",
            f"{again} {broken} AND {ended} AND {_OVER_LOCKS};",
        ),
        "released": ("UPDATE OF released_at", "locks", "NEW.released_at IS NOT NULL", released),
    }


def _owed_on_sqlite() -> None:
    clock = "strftime('%Y-%m-%d %H:%M:%f000', 'now')", "lower(hex(randomblob(16)))"
    for name, (event, table, condition, work) in _triggers(clock).items():
        when = f"WHEN {condition}" if condition else ""
        op.execute(
            f"CREATE TRIGGER webhooks_{name} AFTER {event} ON {table} {when} BEGIN {work} END"
        )


def _owed_on_postgresql() -> None:
    clock = "clock_timestamp()", "replace(gen_random_uuid()::text, '-', '')"
    for name, (event, table, condition, work) in _triggers(clock).items():
        when = f"WHEN ({condition})" if condition else ""
        op.execute(
            f"CREATE FUNCTION owe_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"{work} RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER webhooks_{name} AFTER {event} ON {table} FOR EACH ROW {when} "
            f"EXECUTE FUNCTION owe_{name}()"
        )


_GONE: Final = (
    "INSERT INTO line_texts (line_texts, rowid, description)"
    " VALUES ('delete', OLD.id, OLD.description);"
)
_NEW: Final = "INSERT INTO line_texts (rowid, description) VALUES (NEW.id, NEW.description);"
_TRIGGERS: Final = {
    "insert": ("INSERT", _NEW),
    "delete": ("DELETE", _GONE),
    "update": ("UPDATE OF id, description", f"{_GONE} {_NEW}"),
}


def index_texts() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _texts_on_postgresql()
        return
    op.execute(
        "CREATE VIRTUAL TABLE line_texts USING fts5"
        " (description, content='lines', content_rowid='id', tokenize='trigram')"
    )
    for name, (event, work) in _TRIGGERS.items():
        op.execute(f"CREATE TRIGGER line_texts_{name} AFTER {event} ON lines BEGIN {work} END")


def _texts_on_postgresql() -> None:
    connection = op.get_bind()
    attempt = connection.begin_nested()
    try:
        # From PostgreSQL 13 on, everybody may who may create anything in the database.
        connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        attempt.rollback()
        return
    attempt.commit()
    # Where it is already, it may be in a schema that is not searched.
    schema = connection.scalar(
        sa.text("SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'")
    )
    text = f"(lower(description) {schema}.gin_trgm_ops)"
    op.execute(f"CREATE INDEX ix_lines_text ON lines USING gin {text}")
    # Of an expression nothing is known before, and the planner would go through all lines.
    op.execute("ANALYZE lines")
