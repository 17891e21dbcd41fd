"""First pass: the pairs that are certain, and the doubts that keep others from being so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pipeline.drafts import Line
from pipeline.matching.assign import solve
from pipeline.matching.candidates import Group, groups
from pipeline.matching.equals import Doubt, doubts, settle
from pipeline.matching.likeness import similarity, tells_apart
from pipeline.matching.shapes import MatchSettings, Pair, Reason
from pipeline.proof.ledger_side import LedgerEntry


@dataclass(frozen=True, slots=True)
class Link:
    """One line and one entry with their distance, before anything is said of them."""

    line: Line
    entry: LedgerEntry
    days: int

    @property
    def similarity(self) -> int:
        """How alike the two descriptions are, 0 to 100."""
        return similarity(self.line.description, self.entry.description)

    def pair(self) -> Pair:
        """The same, by ordinal and id."""
        return Pair(self.line.ordinal, self.entry.id, self.days, self.similarity)


def certain(
    lines: Sequence[Line], entries: Sequence[LedgerEntry], settings: MatchSettings
) -> tuple[list[Link], list[Doubt]]:
    """Every pair that no other pairing contests, and every contest, joined where they overlap."""
    links: list[Link] = []
    contests: list[Doubt] = []
    for group in groups(lines, entries, settings.window):
        found, unsure = _pair(group, settings)
        links += found
        contests += unsure
    contests = _joined([*contests, *_crossed(links)])
    doubted = {ordinal for doubt in contests for ordinal in doubt.lines}
    disputed = {entry for doubt in contests for entry in doubt.entries}
    return [
        link for link in links if link.line.ordinal not in doubted and link.entry.id not in disputed
    ], contests


def _pair(group: Group, settings: MatchSettings) -> tuple[list[Link], list[Doubt]]:
    found = settle(group, solve(group))
    links = [Link(group.lines[i], group.entries[j], group.edges[i, j].days) for i, j in found.pairs]
    return links, doubts(group, found, settings)


def _crossed(links: Sequence[Link]) -> Iterator[Doubt]:
    """Two pairs of one amount whose descriptions say that their entries were swapped."""
    by_amount: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        if link.similarity < 100:
            by_amount[link.line.amount].append(link)
    for equal in by_amount.values():
        for one, two in combinations(equal, 2):
            if _look_swapped(one, two):
                yield Doubt(
                    frozenset({one.line.ordinal, two.line.ordinal}),
                    frozenset({one.entry.id, two.entry.id}),
                    Reason.DATES_AND_DESCRIPTIONS_DISAGREE,
                )


def _look_swapped(one: Link, two: Link) -> bool:
    there = similarity(one.line.description, two.entry.description)
    back = similarity(two.line.description, one.entry.description)
    return tells_apart(one.similarity, there) and tells_apart(two.similarity, back)


def _joined(contests: Sequence[Doubt]) -> list[Doubt]:
    """Doubts that share a row are one doubt."""
    joined: list[Doubt] = []
    for doubt in contests:
        apart = [d for d in joined if not (d.lines & doubt.lines or d.entries & doubt.entries)]
        for other in (d for d in joined if d not in apart):
            doubt = Doubt(doubt.lines | other.lines, doubt.entries | other.entries, doubt.reason)
        joined = [*apart, doubt]
    return joined
