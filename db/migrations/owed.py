"""Makes the triggers of revision r0001 that write down what webhooks are owed.

Each event is owed once, in the statement that makes it so; a locked statement that ties out no
more is one.
"""

from __future__ import annotations

from typing import Final

from alembic import op

_UNTOLD: Final = "tries = 0 AND next_try_at IS NOT NULL"
_OVER_LOCKS: Final = "locks.reconciliation_id = NEW.id AND locks.released_at IS NULL"


def owe_deliveries() -> None:
    """Make them; the tables are there."""
    _on_sqlite() if op.get_bind().dialect.name == "sqlite" else _on_postgresql()


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


def _on_sqlite() -> None:
    clock = "strftime('%Y-%m-%d %H:%M:%f000', 'now')", "lower(hex(randomblob(16)))"
    for name, (event, table, condition, work) in _triggers(clock).items():
        when = f"WHEN {condition}" if condition else ""
        op.execute(
            f"CREATE TRIGGER webhooks_{name} AFTER {event} ON {table} {when} BEGIN {work} END"
        )


def _on_postgresql() -> None:
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
