"""The JSON of `tieout book`, documented in docs/other-json.md."""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.writing import Versioned


@dataclass(frozen=True, slots=True, kw_only=True)
class BookShape:
    """One book: ``address`` stands in the pages' addresses and behind --book, None for the ledger
    that is no book of the list. ``waiting`` imports wait for a person, at most `MOST`; ``error`` is
    the code of why nobody knows."""

    address: str | None
    name: str
    place: str
    waiting: int | None
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BookAddedShape(Versioned):
    """``created``: whether the ledger was made, or was there."""

    address: str
    name: str
    place: str
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRemovedShape(Versioned):
    """It is off the list; its ledger and documents stay."""

    address: str
    name: str
