"""Which revision the tables are at, found without loading Alembic, for every command asks."""

from __future__ import annotations

from typing import ClassVar, Final

from sqlalchemy import Connection, Engine, inspect, text

from db.engine import NoLedger, place
from db.errors import TieoutError
from db.faults import typed_errors
from db.words import FaultClass

#: The newest revision in ``db/migrations/versions``; a test holds it to that.
HEAD: Final = "0020"


class LedgerOutdated(TieoutError):
    """The ledger's tables are at revision {found}, this tieout needs {needed}.
    Run: tieout db upgrade (make a copy of the ledger first)"""

    code: ClassVar[str] = "ledger_outdated"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


def current_revision(engine: Engine) -> str | None:
    """The revision the tables are at, or None without any. Raises ``LedgerUnreachable``."""
    with typed_errors(engine), engine.connect() as connection:
        return _stamped(connection)


def head_revision() -> str:
    """The revision this program works with."""
    return HEAD


def is_current(engine: Engine) -> bool:
    """Whether the tables are what this program works with."""
    return current_revision(engine) == HEAD


def require_current(engine: Engine) -> None:
    """Raises ``NoLedger`` where there are no tables, ``LedgerOutdated`` where they are others."""
    found = current_revision(engine)
    if found is None:
        raise NoLedger(place=place(engine))
    if found != HEAD:
        raise LedgerOutdated(found=found, needed=HEAD)


def _stamped(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)
