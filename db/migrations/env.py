"""What Alembic runs around revisions: our tables, on the connection ``db.upgrade`` hands in."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Enum, TypeDecorator

from db.models import Base


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Our own column types are written as what the database makes of them: a migration must say
    the same for ever, whatever becomes of the models.
    """
    if kind == "type" and isinstance(item, Enum):
        return f"sa.String({item.length})"
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl!r}"
    return False


def include_name(name: str | None, kind: str, _parents: Any) -> bool:
    """An index of letters is no table of ours, nor one that a model can say."""
    is_of_texts = (name or "").startswith(("line_texts", "ix_lines_text"))
    return not (kind in ("table", "index") and is_of_texts)


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=render_item,
    include_name=include_name,
    compare_type=True,
    # The two databases print defaults differently; none of our columns has one.
    compare_server_default=False,
)
context.run_migrations()
