"""The best one-to-one pairing of one group: most pairs, then fewest days, then likest words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from pipeline.matching.candidates import Group

_TINY = 4


@dataclass(frozen=True, slots=True)
class Assignment:
    """Pairs as positions in their group, and what they cost together."""

    pairs: tuple[tuple[int, int], ...]
    days: int
    unlike: int


def solve(group: Group, side: int = 0, without: Collection[int] = ()) -> Assignment:
    """An optimal pairing; ``without`` leaves out lines (side 0) or entries (side 1)."""
    sizes = (len(group.lines), len(group.entries))
    rows, columns = (
        [place for place in range(size) if own != side or place not in without]
        for own, size in enumerate(sizes)
    )
    chosen = _cheapest(_costs(group, rows, columns))
    pairs = [(rows[i], columns[j]) for i, j in chosen]
    return assignment(group, (pair for pair in pairs if pair in group.edges))


def assignment(group: Group, pairs: Iterable[tuple[int, int]]) -> Assignment:
    """These pairs with their cost."""
    kept = tuple(sorted(pairs))
    edges = [group.edges[pair] for pair in kept]
    return Assignment(kept, sum(e.days for e in edges), sum(e.unlike for e in edges))


def _costs(group: Group, rows: Sequence[int], columns: Sequence[int]) -> list[list[int]]:
    """One integer per pair, so weighted that a lower rank of cost never outweighs a higher."""
    size = min(len(rows), len(columns)) + 1
    a_day = 100 * size + 1
    longest = max((edge.days for edge in group.edges.values()), default=0)
    apart = (longest * a_day + 100) * size + 1
    costs = [[apart] * len(columns) for _ in rows]
    at = {j: place for place, j in enumerate(columns)}
    for place, i in enumerate(rows):
        for j in columns:
            if edge := group.edges.get((i, j)):
                costs[place][at[j]] = edge.days * a_day + edge.unlike
    return costs


def _cheapest(costs: list[list[int]]) -> list[tuple[int, int]]:
    if not costs or not costs[0]:
        return []
    if len(costs) > len(costs[0]):
        flipped = [list(column) for column in zip(*costs, strict=True)]
        return [(i, j) for j, i in _cheapest(flipped)]
    if len(costs[0]) <= _TINY:
        return _by_trying(costs)
    return _by_scipy(costs)


def _by_trying(costs: list[list[int]]) -> list[tuple[int, int]]:
    """Every order of a handful of columns; saves loading scipy for nearly every statement."""
    orders = permutations(range(len(costs[0])), len(costs))
    best = min(orders, key=lambda order: sum(costs[i][j] for i, j in enumerate(order)))
    return list(enumerate(best))


def _by_scipy(costs: list[list[int]]) -> list[tuple[int, int]]:
    import numpy
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    rows, columns = linear_sum_assignment(numpy.array(costs, dtype=numpy.int64))
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True)]
