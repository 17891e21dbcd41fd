"""Which lines hold a text, by the index of letters that the database keeps (revision 0018)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from db.session import is_postgresql

#: What is shorter has no letters that follow each other in the index.
FEWEST_LETTERS: Final = 3
_SQLITE: Final = text(
    "SELECT rowid FROM line_texts WHERE line_texts MATCH :phrase AND rowid < :before"
    " ORDER BY rowid DESC LIMIT :count"
)
_POSTGRESQL: Final = text(
    "SELECT id FROM lines WHERE lower(description) LIKE :pattern ESCAPE '/' AND id < :before"
    " ORDER BY id DESC LIMIT :count"
)
_IS_THERE: Final = text("SELECT to_regclass('ix_lines_text') IS NOT NULL")


def is_indexed(session: Session, wanted: str) -> bool:
    """Whether the index finds this text; PostgreSQL may lack it."""
    if len(wanted) < FEWEST_LETTERS or "\0" in wanted:
        return False
    return not is_postgresql(session) or bool(session.scalar(_IS_THERE))


def lines_with(session: Session, wanted: str, before: int, count: int) -> Sequence[int]:
    """The ids of the newest lines before one that hold the text, in any case."""
    said: dict[str, object] = {"before": before, "count": count}
    query: TextClause
    if is_postgresql(session):
        query, said = _POSTGRESQL, {**said, "pattern": _pattern(wanted)}
    else:
        query, said = _SQLITE, {**said, "phrase": '"' + wanted.replace('"', '""') + '"'}
    return session.scalars(query, said).all()


def _pattern(wanted: str) -> str:
    plain = wanted.lower()
    for special in "/%_":
        plain = plain.replace(special, f"/{special}")
    return f"%{plain}%"
