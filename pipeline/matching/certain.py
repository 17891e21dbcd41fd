"""First pass: the pairs that are certain, and the doubts that keep others from being so."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.matching.assign import Doubt, doubts, settle, solve
from pipeline.matching.candidates import (
    ALIKE,
    CROWD,
    UNLIKE,
    Joined,
    by_kind,
    groups,
    plain,
    similarity,
)
from pipeline.matching.shapes import MatchSettings, Pair, Reason


def certain(
    lines: Sequence[Line], entries: Sequence[Entry], settings: MatchSettings
) -> "tuple[list[Link], list[Doubt]]":
    """Every pair that no other pairing contests, and every contest, joined where they overlap."""
    links: list[Link] = []
    contests: list[Doubt] = []
    for group in groups(lines, entries, settings.window):
        found = solve(group)
        served = settle(group, found)
        links += (Link(s.line, s.entry, group.edges[s.places].days) for s in served)
        contests += doubts(group, found, served, settings)
    contests = _joined([*contests, *crossed(links)])
    doubted = {ordinal for doubt in contests for ordinal in doubt.lines}
    disputed = {entry for doubt in contests for entry in doubt.entries}
    return [
        link for link in links if link.line.ordinal not in doubted and link.entry.id not in disputed
    ], contests


def _joined(contests: Sequence[Doubt]) -> list[Doubt]:
    """Doubts that share a row are one doubt, which takes the place and the reason of the last."""
    together: Joined[tuple[str, int]] = Joined()
    for doubt in contests:
        first, *others = _rows(doubt)
        for other in others:
            together.join(first, other)
    parts: dict[tuple[str, int], list[Doubt]] = {}
    for doubt in contests:
        root = together.root(_rows(doubt)[0])
        part = parts.pop(root, [])
        part.append(doubt)
        parts[root] = part
    return [
        Doubt(
            frozenset().union(*(doubt.lines for doubt in part)),
            frozenset().union(*(doubt.entries for doubt in part)),
            part[-1].reason,
        )
        for part in parts.values()
    ]


def _rows(doubt: Doubt) -> list[tuple[str, int]]:
    return [*(("line", n) for n in doubt.lines), *(("entry", n) for n in doubt.entries)]


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


_Links: TypeAlias = tuple[Link, ...]
"""Links whose descriptions say the same."""


def crossed(links: Sequence[Link]) -> Iterator[Doubt]:
    """Two pairs of one amount, or more that say the same, that look swapped."""
    by_amount: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        if link.similarity <= UNLIKE:
            by_amount[link.line.amount].append(link)
    for equal in by_amount.values():
        for one, two in _swapped(by_kind(equal, _said)):
            yield Doubt(
                frozenset(link.line.ordinal for link in (*one, *two)),
                frozenset(link.entry.id for link in (*one, *two)),
                Reason.DATES_AND_DESCRIPTIONS_DISAGREE,
            )


def _swapped(saying: Sequence[_Links]) -> Iterator[tuple[_Links, _Links]]:
    """Those of which each line is named like the other's entry; in a crowd, in the same words."""
    if len(saying) <= CROWD:
        yield from (pair for pair in combinations(saying, 2) if _look_swapped(*pair))
        return
    named = {_said(links[0]): links for links in saying}
    for (line, entry), links in named.items():
        other = named.get((entry, line))
        if other and line < entry:
            yield links, other


def _said(link: Link) -> tuple[str, str]:
    return plain(link.line.description), plain(link.entry.description)


def _look_swapped(ones: _Links, twos: _Links) -> bool:
    one, two = ones[0], twos[0]
    there = similarity(one.line.description, two.entry.description)
    back = similarity(two.line.description, one.entry.description)
    return there >= ALIKE and back >= ALIKE
