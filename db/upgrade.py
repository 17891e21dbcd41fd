"""Finds which revision the tables are at, and brings them to the newest without losing a row."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, inspect, text

from db.engine import READ_ONLY, NoLedger, place, typed_errors
from db.errors import TieoutError
from db.models import Base
from db.words import FaultClass

if TYPE_CHECKING:
    from alembic.config import Config

# Any number will do, if every tieout uses the same: two upgrades at once then take turns.
_UPGRADE_LOCK = 0x71E0


class BrokenReferences(TieoutError):
    """The upgrade would leave {count} rows pointing at nothing, so it was undone and the ledger is
    as it was. Please report this with the output of: tieout doctor"""


def upgrade(engine: Engine, *, dry_run: bool = False) -> None:
    """Bring the tables to the newest revision; a dry run does it and takes it back.

    It waits for every writer, and from then on programs of other revisions write no more.
    Raises ``BrokenReferences``, ``DatabaseTaken``, ``LedgerNewer`` and ``LedgerTooOld``.
    """
    from alembic import command

    with migrating(engine, dry_run=dry_run) as connection:
        # Give tables that the last of the earlier steps left the name of the revision that makes
        # the same ones now.
        found = _stamped(connection)
        if found is None and (foreign := _OURS & set(inspect(connection).get_table_names())):
            raise DatabaseTaken(place=place(connection.engine), table=min(foreign))
        if found in _TOO_OLD:
            raise LedgerTooOld(found=found, commit=_LAST_TO_TAKE_THEM)
        if found is not None and _is_newer(found):
            raise LedgerNewer(found=found, needed=HEAD)
        if found == _SAME_TABLES:
            command.stamp(_config(connection), _EVERY_TABLE, purge=True)
        command.upgrade(_config(connection), "head")


def check(engine: Engine) -> None:
    """Raises Alembic's ``CommandError`` if the models say something the migrations don't."""
    from alembic import command

    with migrating(engine) as connection:
        command.check(_config(connection))


@contextmanager
def migrating(engine: Engine, *, dry_run: bool = False) -> Iterator[Connection]:
    """A transaction in which tables may be made again, undone if a row then points at nothing.
    Raises ``BrokenReferences``, ``LedgerBusy`` and ``LedgerUnreachable``."""
    with (
        typed_errors(engine),
        engine.connect() as connection,
        _without_foreign_keys(connection),
        connection.begin() as transaction,
    ):
        # SQLite's BEGIN IMMEDIATE has upgrades take turns already.
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_LOCK})
            if inspect(connection).has_table("alembic_version"):
                # Writers hold this row (`require_written_by`); later ones wait for it.
                connection.execute(text("SELECT version_num FROM alembic_version FOR UPDATE"))
            schema = connection.scalar(text("SELECT current_setting('search_path')"))
            if connection.scalar(text("SELECT current_schema()")) is None:
                connection.execute(text(f'CREATE SCHEMA "{schema}"'))
        yield connection
        _check_references(connection)
        if dry_run:
            transaction.rollback()


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    # What Alembic would print belongs to nobody: stdout is the command's answer.
    config = Config(stdout=io.StringIO(), output_buffer=io.StringIO())
    config.set_main_option("script_location", "db:migrations")
    config.attributes["connection"] = connection
    return config


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making a new one and dropping the old one, which would silently
    delete the rows of others that reference it; the switch works only outside a transaction."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _check_references(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise BrokenReferences(count=len(broken))


#: Tables of these names have another owner where no revision is recorded.
_OURS: Final = frozenset(Base.metadata.tables)
#: The newest revision.
HEAD: Final = max(
    path.stem[:5] for path in (Path(__file__).parent / "migrations" / "versions").glob("r[0-9]*.py")
)
_REVISION: Final = re.compile(r"r\d{4}")
#: What one revision makes now was made in twenty steps: the last, which left the same tables, and
#: those before it, which only an earlier commit can bring up to date.
_EVERY_TABLE: Final = "r0001"
_SAME_TABLES: Final = "0020"
_TOO_OLD: Final = frozenset(f"{number:04}" for number in range(1, 20))
_LAST_TO_TAKE_THEM: Final = "fe1ce6c2"


class OtherRevision(TieoutError, fault=FaultClass.CONFIGURATION):
    """The tables are not those that this program works with."""


class LedgerOutdated(OtherRevision):
    """The ledger's tables are at revision {found}, this tieout needs {needed}.
    Run: tieout db upgrade (make a copy of the ledger first)"""


class LedgerNewer(OtherRevision):
    """The ledger's tables are at revision {found}, made by a newer version; this one works with
    {needed}, so it changes nothing. Install the newer version here, then start this again."""


class DatabaseTaken(TieoutError, fault=FaultClass.CONFIGURATION):
    """The database at {place} has a table {table} that is not this program's, so nothing was
    changed. Name another file, or in PostgreSQL a schema that holds nothing else: add
    ?schema=ledger to the URL. Then run: tieout init"""


class LedgerTooOld(TieoutError, fault=FaultClass.CONFIGURATION):
    """The ledger's tables are at revision {found}, too old to be brought up to date from here.
    Copy the ledger, then run in the checkout: git checkout {commit}, tieout db upgrade,
    git checkout -, and tieout db upgrade again. Or start a new ledger in another folder with
    tieout init, and import the documents again."""


def current_revision(engine: Engine) -> str | None:
    """The revision the tables are at, or None without any. Raises ``LedgerUnreachable``."""
    reader = engine.execution_options(**{READ_ONLY: True})
    with typed_errors(engine), reader.connect() as connection:
        return _stamped(connection)


def head_revision() -> str:
    return HEAD


def require_current(engine: Engine) -> None:
    """Raises ``NoLedger`` where there are no tables, ``LedgerOutdated`` where they are others,
    ``LedgerNewer`` where a newer program made them, and ``LedgerTooOld`` where no upgrade leads
    from them to those of today."""
    found = current_revision(engine)
    if found is None:
        raise NoLedger(place=place(engine))
    if found in _TOO_OLD:
        raise LedgerTooOld(found=found, commit=_LAST_TO_TAKE_THEM)
    _require_head(found)


def require_written_by(connection: Connection) -> None:
    """Raises ``LedgerOutdated`` or ``LedgerNewer`` unless the transaction that has just begun may
    write: then no upgrade begins before it has ended."""
    held = " FOR KEY SHARE" if connection.dialect.name == "postgresql" else ""
    query = f"SELECT version_num FROM alembic_version{held}"
    _require_head(connection.exec_driver_sql(query).scalar())


def _require_head(found: str | None) -> None:
    if found is not None and _is_newer(found):
        raise LedgerNewer(found=found, needed=HEAD)
    if found != HEAD:
        raise LedgerOutdated(found=found, needed=HEAD)


def _is_newer(found: str) -> bool:
    return _REVISION.fullmatch(found) is not None and found > HEAD


def _stamped(connection: Connection) -> str | None:
    """Raises ``DatabaseTaken`` where another application keeps its revisions."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    known = {None, HEAD, _EVERY_TABLE, _SAME_TABLES, *_TOO_OLD}
    if found not in known and not inspect(connection).has_table("ledger"):
        raise DatabaseTaken(place=place(connection.engine), table="alembic_version")
    return None if found is None else str(found)


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
