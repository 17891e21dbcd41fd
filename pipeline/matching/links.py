"""A pair in the making: one line and one entry with their distance."""

from __future__ import annotations

from dataclasses import dataclass

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.likeness import similarity
from pipeline.matching.shapes import Pair


@dataclass(frozen=True, slots=True)
class Link:
    """One line and one entry with their distance, before anything is said of them."""

    line: Line
    entry: Entry
    days: int

    @property
    def similarity(self) -> int:
        """How alike the two descriptions are, 0 to 100."""
        return similarity(self.line.description, self.entry.description)

    def pair(self) -> Pair:
        """The same, by ordinal and id."""
        return Pair(self.line.ordinal, self.entry.id, self.days, self.similarity)
