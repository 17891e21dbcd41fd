"""Writes rows past the session's objects, for which nobody has to be asked what each became."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, insert, update
from sqlalchemy.orm import Session

from db.models import Base


def add_rows(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Add these rows, each a mapping of the same columns; defaults are filled in."""
    if rows:
        session.flush()
        # Of the class, each row's id would be asked for.
        session.connection().execute(insert(Base.metadata.tables[table.__tablename__]), rows)


def change_rows(
    session: Session, table: type[Base], ids: Sequence[int], columns: Mapping[str, Any]
) -> None:
    """Give the rows of these ids these columns; objects of the session read theirs anew."""
    session.flush()
    session.connection().execute(_of_ids(table), {"ids": list(ids), **columns})
    for row in session.identity_map.values():
        if isinstance(row, table):
            session.expire(row, list(columns))


@cache
def _of_ids(table: type[Base]) -> Update:
    rows = Base.metadata.tables[table.__tablename__]
    return update(rows).where(rows.c.id.in_(bindparam("ids", expanding=True)))
