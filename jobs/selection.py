"""Which imports a person means: by status, error, time and name, as one condition for the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ColumnElement, func
from sqlalchemy.orm import Session

from db.clock import database_now
from db.models import Import
from db.text import storable
from db.words import ImportStatus

#: When anything last happened to an import.
_CHANGED_AT = func.coalesce(Import.finished_at, Import.heartbeat_at, Import.created_at)


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything that is said must hold; what is empty says nothing.

    ``since`` is a day in UTC, or how long ago by the database's clock; what counts is when anything
    last happened to the import. ``name`` is a part of the file's name.
    """

    ids: tuple[int, ...] = ()
    statuses: frozenset[ImportStatus] = frozenset()
    codes: frozenset[str] = frozenset()
    since: date | timedelta | None = None
    name: str | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing is said at all."""
        return self == Selection()

    def conditions(self, session: Session) -> list[ColumnElement[bool]]:
        """The same, for a query on `Import`."""
        return list(self._conditions(session))

    def _conditions(self, session: Session) -> Iterator[ColumnElement[bool]]:
        if self.ids:
            yield Import.id.in_(self.ids)
        if self.statuses:
            yield Import.status.in_(sorted(self.statuses))
        if self.codes:
            yield Import.error_code.in_(sorted(self.codes))
        if self.since is not None:
            yield _moment(session, self.since) <= _CHANGED_AT
        if self.name is not None:
            yield func.lower(Import.source_name).contains(
                storable(self.name).lower(), autoescape=True
            )


def _moment(session: Session, since: date | timedelta) -> datetime:
    if isinstance(since, timedelta):
        return database_now(session) - since
    return datetime.combine(since, time(), UTC)
