"""Lets a text of three letters or more be found among all lines: an index of the letters that
follow each other, which the database keeps (revision r0001).

On PostgreSQL that takes the extension pg_trgm; where it cannot be had, a search reads lines as
before.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

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
    """Make the index of the lines' texts, and what keeps it."""
    if op.get_bind().dialect.name == "postgresql":
        _on_postgresql()
        return
    op.execute(
        "CREATE VIRTUAL TABLE line_texts USING fts5"
        " (description, content='lines', content_rowid='id', tokenize='trigram')"
    )
    for name, (event, work) in _TRIGGERS.items():
        op.execute(f"CREATE TRIGGER line_texts_{name} AFTER {event} ON lines BEGIN {work} END")


def _on_postgresql() -> None:
    connection = op.get_bind()
    attempt = connection.begin_nested()
    try:
        # From PostgreSQL 13 on, everybody may who may create anything in the database.
        connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        attempt.rollback()
        return
    attempt.commit()
    op.execute("CREATE INDEX ix_lines_text ON lines USING gin (lower(description) gin_trgm_ops)")
    # Of an expression nothing is known before, and the planner would go through all lines.
    op.execute("ANALYZE lines")
