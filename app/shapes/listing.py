"""The JSON of lists that other programs read page by page."""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.decisions import ChangeShape, DecisionShape, ManyShape
from app.shapes.reading import FactsShape
from app.shapes.resolved import ReviewedDifferenceShape
from app.shapes.writing import Versioned
from db.words import ImportStatus, ReadingStatus, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedStatementShape(FactsShape):
    """A statement of an import; ``number`` counts the import's from 1. ``stands`` is false where
    another document speaks of the same days. ``seen`` goes back with what is stated of it."""

    id: int
    import_id: int
    file: str
    number: int
    import_status: ImportStatus
    account_id: int | None
    account: str | None
    reading: ReadingStatus
    verdict: Verdict
    line_count: int
    stands: bool
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDifferenceShape:
    """A difference, null for the statement as a whole (number 0), and what goes back as ``seen``
    with its resolution."""

    number: int
    seen: str
    difference: ReviewedDifferenceShape | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferShape(Versioned):
    """What an import offers to change, numbered from 1 by its order; ``seen`` goes back with the
    decision. ``moved``: the ledger is another than it was made for, and it must be made anew.
    ``more``: so many proposals wait until these are decided. Nothing waits: ``seen`` is null."""

    seen: str | None
    moved: bool
    changes: tuple[ChangeShape, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedShape(Versioned):
    """What a model suggests, as the changes that it comes to; ``seen`` goes back with a yes."""

    seen: str
    decisions: tuple[DecisionShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAllShape(Versioned):
    """All that ties a statement out; ``seen`` goes back with a yes to exactly that."""

    seen: str
    accepted: tuple[ManyShape, ...]
