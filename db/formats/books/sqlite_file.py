"""Opens a ledger that is kept in SQLite, for reading only and without touching it."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from db.formats.snapshot import SourceMissing, SourceTooLarge, SourceTruncated, SourceUnreadable

MAGIC: Final = b"SQLite format 3\0"
_VERSIONS_AT, _ROLLBACK = slice(18, 20), b"\1\1"


@contextmanager
def opened(path: Path, data: bytes | None = None) -> Iterator[sqlite3.Connection]:
    """A connection to the file, or to ``data`` taken from it, inside one read transaction. Raises
    ``SourceError``, also for what goes wrong while the connection is used."""
    try:
        with closing(_connection(path, data)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("BEGIN")
            yield connection
    except sqlite3.OperationalError as error:
        raise SourceUnreadable(path=path, reason=str(error)) from None
    except sqlite3.DatabaseError:
        raise SourceTruncated(file=path.name) from None


def tables_of(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    query = "SELECT name FROM pragma_table_info(?)"
    return {name for (name,) in connection.execute(query, (table,))}


def digest_of(path: Path, most: int) -> str:
    """The SHA-256 of a file of at most ``most`` bytes. Raises ``SourceError``."""
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size > most:
                raise SourceTooLarge(file=path.name, size=size, most=most)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise SourceMissing(path=path) from None
    except OSError as error:
        raise SourceUnreadable(path=path, reason=error.strerror) from None


def _connection(path: Path, data: bytes | None) -> sqlite3.Connection:
    if data is None:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    # A database in memory cannot have a write-ahead log, so it must not ask for one.
    image = bytearray(data)
    image[_VERSIONS_AT] = _ROLLBACK
    connection.deserialize(bytes(image))
    return connection
