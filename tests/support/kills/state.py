"""What a run left in the database: all but numbers of rows, times, and how often it was tried."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.models import Base, Document, Import, Line, Statement
from db.models.base import UtcDateTime
from db.session import read_only
from tests.support.months import state_of
from tests.support.piles import rows_of_tables

#: Numbers of rows, and the work that it took: who queued and tried it, how often, and when again.
_LEFT_OUT = frozenset(
    {
        "id", "document_id", "import_id", "statement_id", "account_id", "reconciliation_id",
        "attempts", "deaths", "options", "stage", "progress", "tries", "source_path", "waiting_for",
        "priority", "origin", "turn",
    }
)  # fmt: skip


def whole_state(engine: Engine) -> Mapping[str, str]:
    """A JSON text for each document by its name, and for what belongs to none of them."""
    with read_only(engine) as session:
        found = {
            row.source_name: _text(_document(session, row))
            for row in session.scalars(select(Import).order_by(Import.source_name))
        }
        return {**found, "(ledger)": state_of(session), "(rows)": _text(rows_of_tables(session))}


def _document(session: Session, row: Import) -> dict[str, Any]:
    document = session.get_one(Document, row.document_id)
    statements = session.scalars(
        select(Statement).where(Statement.import_id == row.id).order_by(Statement.ordinal)
    )
    return {
        "import": _plain(row),
        "document": _plain(document),
        "statements": [_statement(session, each) for each in statements],
    }


def _statement(session: Session, row: Statement) -> dict[str, Any]:
    lines = session.scalars(select(Line).where(Line.statement_id == row.id).order_by(Line.ordinal))
    return {**_plain(row), "lines": [_plain(line) for line in lines]}


def _plain(row: Base) -> dict[str, Any]:
    columns = row.__table__.columns
    kept = (each for each in columns if not isinstance(each.type, UtcDateTime))
    return {each.key: getattr(row, each.key) for each in kept if each.key not in _LEFT_OUT}


def _text(value: object) -> str:
    return json.dumps(value, indent=1, sort_keys=True, default=_shown)


def _shown(value: object) -> str:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else str(value)
