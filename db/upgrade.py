"""Brings the tables to a revision, in one transaction and without losing a row."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

from db.errors import TieoutError
from db.faults import typed_errors

# Any number will do, if every tieout uses the same: two upgrades at once then take turns.
_UPGRADE_LOCK = 0x71E0


class BrokenReferences(TieoutError):
    """The upgrade would leave {count} rows pointing at nothing, so it was undone and the ledger is
    as it was. Please report this with the output of: tieout doctor"""

    code: ClassVar[str] = "broken_references"


def upgrade(engine: Engine, revision: str = "head", *, dry_run: bool = False) -> None:
    """Bring the tables to ``revision``, or to the newest; a dry run does it and takes it back.

    Raises ``BrokenReferences``.
    """
    _run(engine, lambda config: command.upgrade(config, revision), dry_run=dry_run)


def downgrade(engine: Engine, revision: str) -> None:
    """Take the tables back to ``revision``; ``base`` removes them all."""
    _run(engine, lambda config: command.downgrade(config, revision))


def check(engine: Engine) -> None:
    """Raises Alembic's ``CommandError`` if the models say something the migrations don't."""
    _run(engine, command.check)


def write_revision(engine: Engine, message: str, revision: str) -> None:
    """For developers: write the next migration from what the models changed."""
    _run(
        engine, lambda config: command.revision(config, message, autogenerate=True, rev_id=revision)
    )


@contextmanager
def migrating(engine: Engine, *, dry_run: bool = False) -> Iterator[Connection]:
    """A transaction in which tables may be made anew, undone if a row then points at nothing.

    Raises ``BrokenReferences``, ``LedgerBusy`` and ``LedgerUnreachable``.
    """
    with (
        typed_errors(engine),
        engine.connect() as connection,
        _without_foreign_keys(connection),
        connection.begin() as transaction,
    ):
        _take_turns(connection)
        yield connection
        _check_references(connection)
        if dry_run:
            transaction.rollback()


def _run(engine: Engine, work: Callable[[Config], object], *, dry_run: bool = False) -> None:
    with migrating(engine, dry_run=dry_run) as connection:
        work(_config(connection))


def _take_turns(connection: Connection) -> None:
    # SQLite's BEGIN IMMEDIATE has seen to it already.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_LOCK})


def _config(connection: Connection) -> Config:
    # What Alembic would print belongs to nobody: stdout is the command's answer.
    config = Config(stdout=io.StringIO(), output_buffer=io.StringIO())
    config.set_main_option("script_location", "db:migrations")
    config.attributes["connection"] = connection
    return config


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making a new one and dropping the old one, which would silently
    delete the rows of others that reference it; the switch works only outside a transaction.
    """
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
