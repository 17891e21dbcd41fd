"""Pairs whose descriptions say that their entries were swapped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from pipeline.matching.equals import Doubt
from pipeline.matching.kinds import by_kind
from pipeline.matching.likeness import ALIKE, CROWD, UNLIKE, plain, similarity
from pipeline.matching.links import Link
from pipeline.matching.shapes import Reason

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
