"""The best one-to-one pairing of one group: most pairs, then fewest days, then likest words, and
of what is left equal the one that keeps rows in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.matching.candidates import Edge, Group
from pipeline.matching.flow import Flow, cheapest, replacements


@dataclass(frozen=True, slots=True)
class Change:
    """What another pairing costs beside the best: more days, and more unlikeness or less.

    It leaves out a row of one kind and brings in a row of the kind ``instead``.
    """

    instead: int
    days: int
    unlike: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """An optimal pairing of a group's kinds."""

    flow: Flow
    scale: _Scale

    @property
    def pairs(self) -> Mapping[tuple[int, int], int]:
        """How many rows of which two kinds are paired, by the kinds' places."""
        return self.flow.pairs()

    def changes(self, side: int) -> dict[int, Change]:
        """For each paired kind of lines (side 0) or entries (side 1) the best pairing with as many
        pairs that does with one row of it less and takes one of another kind, if there is any."""
        flow = self.flow if side == 0 else self.flow.transposed()
        return {
            kind: Change(instead, *self.scale.days_and_likeness(cost))
            for kind, (cost, instead) in replacements(flow).items()
        }


def solve(group: Group) -> Assignment:
    """An optimal pairing."""
    scale = _Scale.of(group)
    costs: list[dict[int, int]] = [{} for _ in group.lines]
    for (i, j), edge in sorted(group.edges.items()):
        costs[i][j] = scale.cost(edge, i - j)
    sizes = [len(kind) for kind in group.lines], [len(kind) for kind in group.entries]
    dearest = max((cost for row in costs for cost in row.values()), default=0)
    return Assignment(cheapest(costs, *sizes, apart=dearest * 2 * scale.rows + 1), scale)


@dataclass(frozen=True, slots=True)
class _Scale:
    """One integer for a pair's cost, so weighted that a lower rank never outweighs a higher."""

    rows: int
    an_unlike: int
    a_day: int

    @classmethod
    def of(cls, group: Group) -> _Scale:
        """For sums over all rows of this group, and for what changes between two such sums."""
        rows = min(sum(map(len, group.lines)), sum(map(len, group.entries))) + 1
        farthest = max(len(group.lines), len(group.entries))
        an_unlike = 8 * rows * farthest**2
        return cls(rows, an_unlike, 400 * rows * an_unlike)

    def cost(self, edge: Edge, apart: int) -> int:
        """Of one pair whose rows are so many places apart; by squares, because these add up to
        least where no two pairs cross."""
        return edge.days * self.a_day + edge.unlike * self.an_unlike + apart**2

    def days_and_likeness(self, cost: int) -> tuple[int, int]:
        """The days and the unlikeness of a cost, or of a difference between two."""
        days = (cost + self.a_day // 2) // self.a_day
        rest = cost - days * self.a_day
        return days, (rest + self.an_unlike // 2) // self.an_unlike
