"""One import by its number, or the error that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from db.errors import TieoutError
from db.models import Import

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class NoSuchImport(TieoutError):
    """There is no import {import_id}. See those that need you with: tieout review"""

    code: ClassVar[str] = "no_such_import"


def import_of(session: Session, import_id: int, *, hold: bool = False) -> Import:
    """The import's row; ``hold`` keeps it from others until this unit of work ends, as it is then.

    Raises ``NoSuchImport``.
    """
    row = session.get(Import, import_id, with_for_update=hold or None, populate_existing=hold)
    if row is None:
        raise NoSuchImport(import_id=import_id)
    return row
