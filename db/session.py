"""Units of work: one transaction each, with the database's clock, and rows written in bulk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, TypeVarTuple
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Engine,
    Select,
    Update,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy import event as events
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session, SessionTransaction
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.selectable import TypedReturnsRows

from db.engine import MANY_ROWS, READ_ONLY, typed_errors
from db.models import Base, Ledger
from db.models.base import UtcDateTime
from db.upgrade import require_current, require_written_by


class _Writing(Session):
    """A session that may write to tables of this program's revision alone."""


@events.listens_for(_Writing, "after_begin")
def _of_our_revision(_session: Session, begun: SessionTransaction, connection: Connection) -> None:
    if not begun.nested:
        require_written_by(connection)


@contextmanager
def unit_of_work(
    engine: Engine, *, dry_run: bool = False, many_rows: bool = False, any_revision: bool = False
) -> Iterator[Session]:
    """A session whose work is committed when the block ends, and rolled back if it raises.

    With ``dry_run`` it is done in full and then rolled back, so that what it came to is what it
    will come to. On SQLite the write lock is held from the first statement on, so keep the block
    short; what may write ``many_rows`` is given more memory there.
    ``any_revision`` is for what every revision has. Raises ``LedgerBusy``, ``LedgerUnreachable``,
    and what `require_current` raises where an upgrade has taken the tables further.
    """
    kind = Session if any_revision else _Writing
    bind = engine.execution_options(**{MANY_ROWS: True}) if many_rows else engine
    with (
        _telling_of_other_tables(engine),
        kind(bind, expire_on_commit=False) as session,
        session.begin(),
    ):
        yield session
        if dry_run:
            session.flush()
            session.rollback()


@contextmanager
def read_only(engine: Engine) -> Iterator[Session]:
    """A session that sees one moment of the ledger, waits for no writer and leaves nothing behind.
    Raises ``LedgerUnreachable``, and what `require_current` raises where a table is another."""
    with (
        _telling_of_other_tables(engine),
        Session(_reader(engine), expire_on_commit=False) as session,
    ):
        yield session


@contextmanager
def _telling_of_other_tables(engine: Engine) -> Iterator[None]:
    """What a database says of a table or a column that it does not have is no bug where the tables
    have a different revision."""
    try:
        with typed_errors(engine):
            yield
    except (OperationalError, ProgrammingError):
        require_current(engine)
        raise


def is_postgresql(session: Session) -> bool:
    """Whether it is PostgreSQL that is asked, where the two databases say a thing differently."""
    return session.get_bind().dialect.name == "postgresql"


def _reader(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{READ_ONLY: True})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


class _Clock(FunctionElement[datetime]):
    """The present moment as the database has it; each statement asks again."""

    type = UtcDateTime()
    inherit_cache = True


@compiles(_Clock, "sqlite")
def _sqlite(_clock: _Clock, _compiler: SQLCompiler, **_: Any) -> str:
    # With six digits, as every moment is stored: they are compared as text.
    return "strftime('%Y-%m-%d %H:%M:%f000', 'now')"


@compiles(_Clock, "postgresql")
def _postgresql(_clock: _Clock, _compiler: SQLCompiler, **_: Any) -> str:
    # now() is when the transaction began: one that waited for a lock would take a lease
    # that has partly run out already.
    return "clock_timestamp()"


#: What a statement writes that keeps the present moment.
NOW: Final[ColumnElement[datetime]] = _Clock()
_NOW: Final[Select[datetime]] = select(NOW)


def database_now(session: Session) -> datetime:
    """The present moment by the database's clock, in UTC, with its zone.

    Whatever several workers compare (leases, beats, what waits for later) is timed by it: a worker
    whose own clock is wrong would take healthy work for lost.
    """
    return ask(session, _NOW).scalar_one()


_WATCH: Final = "tieout_watch"


class ProgressStep(StrEnum):
    """What is counted: changes written, statements proven again, proposals tried."""

    CHANGES = "changes"
    STATEMENTS = "statements"
    PROPOSALS = "proposals"


Watch: TypeAlias = Callable[[ProgressStep, int, int], None]
"""Hears that so many of so many are done of a step."""


def watch(session: Session, hears: Watch | None) -> None:
    """Registers a progress callback for this session."""
    session.info[_WATCH] = hears


def tell(session: Session, step: ProgressStep, done: int, of: int) -> None:
    hears: Watch | None = session.info.get(_WATCH)
    if hears is not None:
        hears(step, done, of)


_Columns = TypeVarTuple("_Columns")


def ask(
    session: Session, query: TypedReturnsRows[*_Columns], given: Mapping[str, Any] | None = None
) -> CursorResult[*_Columns]:
    """Rows of columns, for half of what the session takes, which looks for objects in them."""
    session.flush()
    return session.connection().execute(query, given)


def add_rows(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Add these rows, each a mapping of the same columns; defaults are filled in."""
    if rows:
        session.flush()
        # Of the class, each row's id would be asked for.
        session.connection().execute(insert(Base.metadata.tables[table.__tablename__]), rows)


def change_rows(
    session: Session, table: type[Base], ids: Sequence[int], columns: Mapping[str, Any]
) -> None:
    """Give the rows of these ids these columns; objects of the session read theirs again."""
    session.flush()
    session.connection().execute(_of_ids(table), {"ids": list(ids), **columns})
    for row in session.identity_map.values():
        if isinstance(row, table):
            session.expire(row, list(columns))


@cache
def _of_ids(table: type[Base]) -> Update:
    rows = Base.metadata.tables[table.__tablename__]
    return update(rows).where(rows.c.id.in_(bindparam("ids", expanding=True)))


T = TypeVar("T")
_AT_ONCE: Final = 500


def batches(values: Sequence[T], at_once: int = _AT_ONCE) -> Iterator[Sequence[T]]:
    """So many values at a time as one statement may name, in their order."""
    for at in range(0, len(values), at_once):
        yield values[at : at + at_once]


def identity_of(engine: Engine) -> str:
    """The ledger's identity: random, made with its tables."""
    with read_only(engine) as session:
        return session.scalars(select(Ledger.identity)).one()


def new_identity() -> str:
    return uuid4().hex


def change_identity(session: Session, identity: str) -> None:
    session.scalars(select(Ledger).with_for_update()).one().identity = identity
