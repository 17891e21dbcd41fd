"""Says on this machine which work was let go of while the ledger was away.

Whoever is gone while a row says that it works has died, as far as the row can tell. One that ended
its try in order and could only not write that down leaves a note here: no death is counted then.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine

from db.private import private_bytes
from jobs.machine import own_folder


def note_left(engine: Engine, import_id: int, token: int) -> None:
    """Nobody works on this attempt any more."""
    with suppress(OSError):
        if note := _note(engine, import_id, token):
            private_bytes(note).close()


def was_left(engine: Engine, import_id: int, token: int) -> bool:
    """Whether somebody on this machine said so."""
    with suppress(OSError):
        note = _note(engine, import_id, token)
        return note is not None and note.exists()
    return False


def erase(engine: Engine, import_id: int, token: int) -> None:
    """The row says it by now."""
    with suppress(OSError):
        if note := _note(engine, import_id, token):
            note.unlink(missing_ok=True)


def _note(engine: Engine, import_id: int, token: int) -> Path | None:
    folder = own_folder(engine)
    return None if folder is None else folder / f"left-{import_id}-{token}"
