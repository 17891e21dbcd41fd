"""Says what is wrong when the database itself fails; a bug of ours stays a bug."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from db.engine import place
from db.errors import TieoutError
from db.money import SumOutOfRange
from db.words import FaultClass

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
#: What the triggers of revision 0005 say.
_LOCKED = "tieout: period locked"
# https://www.postgresql.org/docs/current/errcodes-appendix.html: a serialization failure, a
# deadlock, a lock that was not to be had.
_POSTGRESQL_BUSY = frozenset({"40001", "40P01", "55P03"})
_POSTGRESQL_OVERFLOW = "22003"  # numeric_value_out_of_range
# Connection exceptions, a server that only reads or gave up waiting, refused logins, unknown
# database, rights that were taken away, full disk, a query that was cancelled, a server shutting
# down.
_POSTGRESQL_TROUBLE = ("08", "25006", "25P03", "25P04", "28", "3D", "42501", "53", "57", "58")


class LedgerBusy(TieoutError):
    """Another tieout has been writing to the ledger for too long. Wait for it, then run again."""

    code: ClassVar[str] = "ledger_busy"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class LedgerUnreachable(TieoutError):
    """The ledger at {place} cannot be used. Check that the server runs, or that the file is a
    ledger which you may read and write on a disk that is not full; tieout doctor says more."""

    code: ClassVar[str] = "ledger_unreachable"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class LockHolds(TieoutError):
    """An entry lies in a period that is reconciled and locked, so nothing was changed. See which
    periods are locked, and how to release one, with: tieout locks"""

    code: ClassVar[str] = "lock_holds"


@contextmanager
def typed_errors(engine: Engine) -> Iterator[None]:
    """Raises ``LedgerBusy``, ``LedgerUnreachable``, ``LockHolds`` or ``SumOutOfRange`` for what a
    person can mend, and what a column's type says of a value.
    """
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
