"""The JSON of a document that was handed in over HTTP."""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.writing import Versioned
from db.words import ImportStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedShape(Versioned):
    """A document that waits for its turn, or had it: ``duplicate`` says that its bytes were handed
    in before, and ``status`` how its import stands now. ``error_code`` and ``error`` are those of
    a document that only a person can try again."""

    import_id: int
    file: str
    sha256: str
    status: ImportStatus
    duplicate: bool
    error_code: str | None
    error: str | None
