"""Second pass: what the rows left over might be. Suggestions with a reason, never pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.duplicates import duplicates
from pipeline.matching.links import Link
from pipeline.matching.pending import posted
from pipeline.matching.rivals import choose
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.matching.sums import sums
from pipeline.matching.twins import twins
from pipeline.reading.facts.period import Period


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What the first pass could not pair, beside the pairs that it made."""

    lines: Sequence[Line]
    entries: Sequence[Entry]
    links: Sequence[Link]
    period: Period

    def without(self, found: Iterable[Difference]) -> Leftovers:
        """The same less what these differences explain."""
        lines = {ordinal for d in found for ordinal in d.lines}
        entries = {entry for d in found for entry in d.entries}
        return replace(
            self,
            lines=[line for line in self.lines if line.ordinal not in lines],
            entries=[entry for entry in self.entries if entry.id not in entries],
        )


def suggestions(left: Leftovers, settings: MatchSettings) -> list[Difference]:
    """Every row left over, in one difference each, with the likeliest reason."""
    doubled = duplicates(left.entries, left.links, left.period, settings)
    left = left.without(doubled)
    likely = chain(
        # First, so that of two equal explanations the one that says more is chosen.
        posted(left.lines, left.entries, settings),
        twins(left.lines, left.entries, left.period, settings),
    )
    mistaken = choose(likely, settings)
    left = left.without(mistaken)
    split = sums(left.lines, left.entries, settings)
    left = left.without(split)
    return [*doubled, *mistaken, *split, *_missing(left)]


def _missing(left: Leftovers) -> list[Difference]:
    return [
        *(
            difference(DifferenceKind.MISSING_IN_LEDGER, Reason.NO_CANDIDATE, [line])
            for line in left.lines
        ),
        *(
            difference(DifferenceKind.MISSING_IN_STATEMENT, Reason.NO_CANDIDATE, (), [entry])
            for entry in left.entries
            if entry.booked_on in left.period
        ),
    ]
