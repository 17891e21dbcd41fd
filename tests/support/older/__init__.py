"""Ledgers at revision 0020, the last of twenty steps, which today's program takes over.

`sample` is a whole database file, and `fill` the rows of two whose statements an earlier kernel
proved (README.md says how each was made).
"""

import json
import lzma
from base64 import b64decode
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from alembic import command
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Date,
    DateTime,
    Engine,
    LargeBinary,
    MetaData,
    insert,
    inspect,
    text,
)

from db.upgrade import _config, migrating
from db.words import ACCOUNT_FIELDS

REVISION: Final = "0020"
#: What accounts had no column for.
LATER: Final = {"number", *ACCOUNT_FIELDS}.difference({"opened_on", "closed_on"})
#: The import with three differences, and the one whose statement it matched.
DIFFERENT, MATCHED = 1, 2


def sample(file: Path) -> None:
    """Write the database of two of the demo's statements there."""
    packed = Path(__file__).with_name("at_0020.sqlite.xz")
    file.write_bytes(lzma.decompress(packed.read_bytes()))


def stamp(engine: Engine, revision: str = REVISION) -> None:
    """Let the tables be at that revision, which had nothing of what came after it."""
    with engine.begin() as connection:
        columns = {each["name"] for each in inspect(connection).get_columns("accounts")}
        if "number" in columns and engine.dialect.name == "sqlite":
            connection.execute(text("DROP TRIGGER version_account"))
            for name in LATER & columns:
                connection.execute(text(f"ALTER TABLE accounts DROP COLUMN {name}"))
            does = "AFTER UPDATE OF mask ON accounts BEGIN SELECT 1; END"
            connection.execute(text(f"CREATE TRIGGER version_account {does}"))
        tables = "audit_chain line_notes source_rows source_syncs source_accounts sources"
        for table in tables.split():
            connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
        for index in ("transactions_amount_minor_booked_on", "statements_closing_minor_period_end"):
            connection.execute(text(f"DROP INDEX IF EXISTS ix_{index}_account_id"))
        before = "ix_transactions_account_id_amount_minor_booked_on ON transactions"
        old = "account_id, amount_minor, booked_on"
        connection.execute(text(f"CREATE INDEX IF NOT EXISTS {before} ({old})"))
        connection.execute(
            text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision}
        )


def fill(engine: Engine) -> None:
    """Put the rows of commit 67315214's ledger into an empty database, as revision 0020 had
    them."""
    with migrating(engine) as connection:
        command.upgrade(_config(connection), "r0001")
    stamp(engine)
    file = Path(__file__).with_name("at_67315214.json")
    tables = MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        for name, held in json.loads(file.read_text(encoding="utf-8")).items():
            table = tables.tables[name]
            columns = [table.c[each] for each in held["columns"]]
            rows = [
                {c.name: _value(c, v) for c, v in zip(columns, row, strict=True)}
                for row in held["rows"]
            ]
            if rows:
                connection.execute(insert(table), rows)
            if engine.dialect.name == "postgresql" and rows and "id" in held["columns"]:
                last = max(row["id"] for row in rows)
                connection.execute(
                    text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
                    {"name": name, "last": last},
                )


def _value(column: Column[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, JSON):
        return json.loads(value)
    if isinstance(column.type, LargeBinary):
        return b64decode(value)
    if isinstance(column.type, DateTime):
        return datetime.fromisoformat(value)
    if isinstance(column.type, Date):
        return date.fromisoformat(value)
    return bool(value) if isinstance(column.type, Boolean) else value
