"""Rewrites a SQLite file, so that what was deleted from the ledger is not in its bytes any more."""

from __future__ import annotations

from sqlalchemy import Engine

from db.faults import typed_errors


def clean(engine: Engine) -> bool:
    """Whether the file was rewritten, and what was written ahead of it emptied.

    False where somebody else is reading it just now, and on PostgreSQL, whose operator decides
    about that (docs/how-to/forget.md). Raises ``LedgerBusy`` and ``LedgerUnreachable``.
    """
    if engine.dialect.name != "sqlite":
        return False
    with typed_errors(engine):
        connection = engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA query_only = OFF")
            cursor.execute("VACUUM")
            busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.close()
    return not busy
