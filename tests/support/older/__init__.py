"""Ledgers as two earlier commits left them: two statements, one matched and one with differences.

Made by each commit's own `tieout init` and `tieout import` from the demo's files. The first kept no
words of its documents; the second did, and no documents.
"""

from __future__ import annotations

import json
from base64 import b64decode
from datetime import date, datetime
from pathlib import Path
from typing import Any

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
    text,
)

from db.upgrade import upgrade

#: The revision of the tables, by the commit.
REVISIONS = {"98e1459": "0003", "67315214": "0019"}
#: Names of the demo's documents, by the number of their import.
DOCUMENTS = {1: "littoral-vert-compte-2025-02.pdf", 2: "harrow-vale-current-account-2025-03.pdf"}
#: The import whose statement it matched, and the one with three differences.
MATCHED, DIFFERENT = 1, 2


def fill(engine: Engine, commit: str = "98e1459") -> None:
    """Make the tables of that commit in an empty database, and put its rows into them."""
    upgrade(engine, REVISIONS[commit])
    file = Path(__file__).with_name(f"at_{commit}.json")
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
