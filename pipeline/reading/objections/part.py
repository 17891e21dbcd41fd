"""One statement of a document with what is printed around its lines, for objections to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.drafts import StatementDraft
from pipeline.reading.lexing.labelled import Fact
from pipeline.reading.lexing.rows import Row


@dataclass(frozen=True, slots=True)
class Part:
    """A statement, its rows, the labelled figures on them, and which rows (from 0) are its
    lines."""

    draft: StatementDraft
    rows: Sequence[Row]
    facts: Sequence[Fact]
    lines: frozenset[int]

    @property
    def moved(self) -> list[int]:
        """The amounts of its lines, in the holder's sign and the digits that the page prints."""
        proof = self.draft.proof
        return [line.amount for line in proof.lines] if proof else []

    @property
    def digits(self) -> int:
        """How many decimals the page prints."""
        return self.draft.witness.convention.digits if self.draft.witness else 2


def part_of(draft: StatementDraft, rows: Sequence[Row], facts: Sequence[Fact]) -> Part:
    """A statement with its rows; ``facts`` count rows from the first of them."""
    at = {(row.page, place): index for index, row in enumerate(rows) for place in row.ids}
    cited = draft.witness.lines if draft.witness else ()
    places = ((line.amount.page, word) for line in cited for word in line.amount.words)
    return Part(draft, rows, facts, frozenset(at[place] for place in places if place in at))
