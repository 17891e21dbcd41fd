"""A witness to be changed, and the page that it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.witness import (
    Place,
    Witness,
    WitnessRow,
)

Change: TypeAlias = tuple[str, "Witness"]
"""The name of what was changed, and the witness that it gives."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A witness and the page that it speaks of."""

    witness: Witness
    pages: LexedPages

    @property
    def lexed(self) -> Lexed:
        """The rows as the witness has them read."""
        return self.pages.under(self.witness.convention.style)

    def row_of(self, place: Place) -> int:
        """The row that a place of the witness stands on."""
        return self.lexed.row_of(place)

    def figures(self) -> list[Place]:
        """Every figure of the section."""
        rows = self.lexed.rows[self.witness.section.start : self.witness.section.stop]
        return [place_of(row, f.first, f.last) for row in rows for f in row.figures]

    def days(self) -> list[Place]:
        """Every date of the section."""
        rows = self.lexed.rows[self.witness.section.start : self.witness.section.stop]
        return [place_of(row, d.first, d.last) for row in rows for d in row.dates]

    def labelled(self) -> list[Place]:
        """Every figure with a label."""
        rows = self.lexed.rows
        facts = [place_of(rows[f.row], f.figure.first, f.figure.last) for f in self.lexed.facts]
        return list(dict.fromkeys(facts))


def with_rows(witness: Witness, rows: list[WitnessRow]) -> Witness:
    return replace(witness, rows=tuple(rows))


def with_row(witness: Witness, at: int, row: WitnessRow) -> Witness:
    return replace(witness, rows=(*witness.rows[:at], row, *witness.rows[at + 1 :]))


def without(witness: Witness, *dropped: int) -> Witness:
    return with_rows(witness, [r for at, r in enumerate(witness.rows) if at not in dropped])
