"""The database's clock: the one that everybody who works on the same ledger shares."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.compiler import SQLCompiler

from db.models.base import UtcDateTime


class _Clock(ColumnElement[datetime]):
    """The present moment as the database has it; each statement asks anew."""

    type = UtcDateTime()
    inherit_cache = True


@compiles(_Clock, "sqlite")
def _sqlite(_clock: _Clock, _compiler: SQLCompiler, **_: Any) -> str:
    return "strftime('%Y-%m-%d %H:%M:%f', 'now')"


@compiles(_Clock, "postgresql")
def _postgresql(_clock: _Clock, _compiler: SQLCompiler, **_: Any) -> str:
    # now() is when the transaction began: one that waited for a lock would take a lease
    # that has partly run out already.
    return "clock_timestamp()"


_NOW: Final[Select[datetime]] = select(_Clock())


def database_now(session: Session) -> datetime:
    """The present moment by the database's clock, in UTC, with its zone.

    Whatever several workers compare (leases, beats, what waits for later) is told by it: a worker
    whose own clock is wrong would take healthy work for lost.
    """
    return session.scalars(_NOW).one()


#: The same, for a column of a row that is about to be written.
WHEN_WRITTEN: Final = _Clock()
