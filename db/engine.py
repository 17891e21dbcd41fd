"""Opens the database, SQLite or PostgreSQL, and says what is wrong when it fails."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, StatementError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.pool import ConnectionPoolEntry

from db.errors import ExtraMissing, TieoutError
from db.money import SumOutOfRange
from db.private import private_database, private_folder
from db.words import FaultClass

#: How long a writer waits for another one before it gives up.
BUSY_MILLISECONDS = 10_000

#: Execution option of a connection that will only read (see ``db.session.read_only``).
READ_ONLY = "tieout_read_only"

#: Execution option of a connection that may write a million rows (see ``db.session.unit_of_work``).
MANY_ROWS = "tieout_many_rows"

#: What such a connection keeps in memory, and another one not: pages, as fingerprints come in no
#: order, and what takes a row back that a trigger refuses, which is a file of its own otherwise.
_ROOM = {
    True: ("cache_size = -200000", "temp_store = MEMORY"),
    False: ("cache_size = -2000", "temp_store = DEFAULT"),
}

#: How long a PostgreSQL that is frozen, or behind a network that drops everything, is waited for.
_NOT_FOR_EVER = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 30,  # seconds
    "tcp_user_timeout": 30_000,  # milliseconds
}

#: A PostgreSQL URL names a schema with ``?schema=``, and this option makes the server use it.
_SCHEMA: Final = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_SCHEMA_OPTION: Final = "-csearch_path="

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    # Otherwise a REPLACE deletes without firing the triggers that keep the monthly totals.
    "PRAGMA recursive_triggers = ON",
)


class BadDatabaseUrl(TieoutError, fault=FaultClass.CONFIGURATION):
    """The database must be a file, an sqlite:/// URL or a postgresql:// URL, which the one given is
    not; a schema, as in ?schema=tieout, has lower-case letters, digits and _ in its name. Correct
    TIEOUT_DATABASE_URL or the --database option.
    """


class DriverMissing(ExtraMissing, extra="postgresql"):
    """The PostgreSQL driver is not installed. Run: {install}"""


class NoLedger(TieoutError, fault=FaultClass.CONFIGURATION):
    """There is no ledger at {place}. Run: tieout init"""


def make_engine(url: str, *, create: bool = False) -> Engine:
    """An engine for a path, an ``sqlite:`` URL or a ``postgresql:`` URL. Nothing is connected yet.

    With ``create`` a missing SQLite file is made (with its folder) at the first connection; without
    it a missing file raises ``NoLedger``. Raises ``BadDatabaseUrl`` and ``DriverMissing`` too.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        patience = {name: each for name, each in _NOT_FOR_EVER.items() if name not in parsed.query}
        try:
            return create_engine(parsed, pool_pre_ping=True, connect_args=patience)
        except ModuleNotFoundError:
            raise DriverMissing from None
    _look_for_file(parsed, create)
    engine = create_engine(parsed)
    if parsed.database and not parsed.database.startswith((":memory:", "file:")):
        file = Path(parsed.database)
        event.listen(engine, "do_connect", lambda *_: private_database(file))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def parse_url(url: str) -> URL:
    """The URL of a person's text; a path has no ``://``, ~ is home. Raises ``BadDatabaseUrl``."""
    if "://" not in url:
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        # ``postgres:`` is what hosting services hand out; SQLAlchemy knows only the long name.
        parsed = make_url(url.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        raise BadDatabaseUrl from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabaseUrl
    # The URL as the driver takes it. The schema is the only one that is searched, so that a
    # table that other applications have in the database is never taken for one of the ledger's.
    schema = parsed.query.get("schema")
    if schema is None:
        return parsed
    if not isinstance(schema, str) or not _SCHEMA.fullmatch(schema):
        raise BadDatabaseUrl
    options = f"{parsed.query.get('options', '')} {_SCHEMA_OPTION}{schema}".strip()
    return parsed.difference_update_query(["schema"]).update_query_dict({"options": options})


def place(engine: Engine) -> str:
    """Where the ledger is, for a person: the file's path, or the URL without its password."""
    return _shown(engine.url)


def place_of(url: str) -> str:
    """The same of a URL. Raises ``BadDatabaseUrl``."""
    return _shown(parse_url(url))


def _shown(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return url.database or "memory"
    _, _, schema = str(url.query.get("options", "")).partition(_SCHEMA_OPTION)
    query = {"schema": schema} if schema else {}
    return url.set(query=query).render_as_string(hide_password=True)


def _look_for_file(url: URL, create: bool) -> None:
    if not url.database or url.database == ":memory:":
        return
    file = Path(url.database)
    if create:
        private_folder(file.parent)
    elif not file.is_file():
        raise NoLedger(place=file)


def _prepare_sqlite(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    # Left alone, the driver begins late and reads before it locks: two writers lose an update,
    # and a failed migration leaves its tables behind.
    connection.isolation_level = None
    # SQLite's own lower() knows only ASCII, so that a search for "müller" would miss "MÜLLER".
    connection.create_function("lower", 1, _lower, deterministic=True)
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _lower(value: str | float | bytes | None) -> str | float | bytes | None:
    return value.lower() if isinstance(value, str) else value


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    reads, many = options.get(READ_ONLY, False), options.get(MANY_ROWS, False)
    if connection.info.get(READ_ONLY) is not reads:
        connection.exec_driver_sql(f"PRAGMA query_only = {reads}")
        connection.info[READ_ONLY] = reads
    if connection.info.get(MANY_ROWS, False) is not many:
        # Before the transaction: in one, SQLite goes by what held when it began.
        for setting in _ROOM[many]:
            connection.exec_driver_sql(f"PRAGMA {setting}")
        connection.info[MANY_ROWS] = many
    # IMMEDIATE: a writer waits its turn at the start; one that upgrades midway can only fail.
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


_SQLITE_FILE_TROUBLE = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
#: What the triggers that hold locks say.
_LOCKED = "tieout: period locked"
# https://www.postgresql.org/docs/current/errcodes-appendix.html: a serialization failure, a
# deadlock, a lock that was not to be had.
_POSTGRESQL_BUSY = frozenset({"40001", "40P01", "55P03"})
_POSTGRESQL_OVERFLOW = "22003"  # numeric_value_out_of_range
# Connection exceptions, a server that only reads or gave up waiting, refused logins, unknown
# database, rights that were taken away, full disk, a query that was cancelled, a server shutting
# down.
_POSTGRESQL_TROUBLE = ("08", "25006", "25P03", "25P04", "28", "3D", "42501", "53", "57", "58")


class LedgerBusy(TieoutError, fault=FaultClass.TRANSIENT):
    """Another tieout has been writing to the ledger for too long. Wait for it, then run again."""


class LedgerUnreachable(TieoutError, fault=FaultClass.TRANSIENT):
    """The ledger at {place} cannot be used. Check that the server runs, or that the file is a
    ledger which you may read and write on a disk that is not full; tieout doctor says more."""


class LockHolds(TieoutError):
    """An entry is in a period that is reconciled and locked, so nothing was changed. See which
    periods are locked, and how to release one, with: tieout locks
    """


@contextmanager
def typed_errors(engine: Engine) -> Iterator[None]:
    """Raises ``LedgerBusy``, ``LedgerUnreachable``, ``LockHolds`` or ``SumOutOfRange`` for what a
    person can mend, and what a column's type says of a value."""
    try:
        yield
    except NoConnectionFree as error:
        # All that this process may have are in use, and none was given back in time.
        raise LedgerBusy from error
    except DBAPIError as error:
        if _LOCKED in str(error.orig):
            raise LockHolds from error
        if _is_overflow(error.orig):
            raise SumOutOfRange from error
        if _is_busy(error.orig):
            raise LedgerBusy from error
        if _is_unreachable(error.orig):
            raise LedgerUnreachable(place=place(engine)) from error
        raise
    except StatementError as error:
        # SQLAlchemy wraps what a column's type refuses.
        if isinstance(error.orig, TieoutError):
            raise error.orig from None
        raise


def _is_overflow(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        return str(error) == "integer overflow"
    return getattr(error, "sqlstate", None) == _POSTGRESQL_OVERFLOW


def _is_busy(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        return _sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return getattr(error, "sqlstate", None) in _POSTGRESQL_BUSY


def _is_unreachable(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        return _sqlite_code(error) in _SQLITE_FILE_TROUBLE
    state = getattr(error, "sqlstate", None)
    # A server that was never reached could give no code.
    return state is None or state.startswith(_POSTGRESQL_TROUBLE)


def _sqlite_code(error: sqlite3.Error) -> int | None:
    # The low byte is the primary code: https://www.sqlite.org/rescode.html
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
