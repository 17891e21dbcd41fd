"""The JSON of `tieout forget`, documented in docs/other-json.md."""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.writing import Versioned


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenShape(Versioned):
    """How much went: ``acts`` are rows of the log whose text was taken out.

    ``shared`` are imports that stay, for they hold statements of other accounts too. ``cleaned``:
    the ledger's file was rewritten, so that none of it is left in its bytes.
    """

    documents: int
    statements: int
    lines: int
    entries: int
    acts: int
    shared: tuple[int, ...]
    cleaned: bool
