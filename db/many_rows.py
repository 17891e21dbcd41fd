"""Adds many rows at once, past the session's objects: nobody asks for what each became."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from db.models import Base


def add_rows(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Add these rows, each a mapping of the same columns; defaults are filled in."""
    if rows:
        session.flush()
        # Of the class, each row's id would be asked for.
        session.connection().execute(insert(Base.metadata.tables[table.__tablename__]), rows)
