"""One unit of work is one transaction: everything in it happens, or nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.engine import READ_ONLY
from db.faults import typed_errors


@contextmanager
def unit_of_work(engine: Engine, *, dry_run: bool = False) -> Iterator[Session]:
    """A session whose work is committed when the block ends, and rolled back if it raises.

    With ``dry_run`` it is done in full and then rolled back, so that what it came to is what it
    will come to. On SQLite the write lock is held from the first statement on, so keep the block
    short.
    Raises ``LedgerBusy`` and ``LedgerUnreachable``.
    """
    with typed_errors(engine), Session(engine, expire_on_commit=False) as session, session.begin():
        yield session
        if dry_run:
            session.flush()
            session.rollback()


@contextmanager
def read_only(engine: Engine) -> Iterator[Session]:
    """A session that sees one moment of the ledger, waits for no writer and leaves nothing behind.

    Raises ``LedgerUnreachable``.
    """
    with typed_errors(engine), Session(_reader(engine), expire_on_commit=False) as session:
        yield session


def is_postgresql(session: Session) -> bool:
    """Whether it is PostgreSQL that is asked, where the two databases say a thing differently."""
    return session.get_bind().dialect.name == "postgresql"


def _reader(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{READ_ONLY: True})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
