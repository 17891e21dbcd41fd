"""Columns of figures: which amounts are under each other, and what their header allows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import MONEY, Header, HeaderColumn
from pipeline.reading.lexing.rows import LexedRow

MOST_COLUMNS = 6
Pairs = tuple[tuple[int, int], ...]
_FAR = 50.0  # points from a header cell at which a column is not its own


class Side(Enum):
    """On which edge figures line up; ``OUTER`` counts a mark such as CR as part of the figure."""

    RIGHT = "right"
    OUTER = "outer"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """Figures that are under each other, their edges between ``low`` and ``high``.

    ``meanings`` is what the header says, empty for no header; ``count`` weighs its figures.
    """

    edge: float
    low: float
    high: float
    x0: float
    x1: float
    count: float
    meanings: frozenset[str]


class Columns(NamedTuple):
    """The money columns of a table and the side on which their figures line up."""

    columns: tuple[FigureColumn, ...]
    side: Side
    tolerance: float

    def index_of(self, figure: LexedFigure) -> int | None:
        """The column a figure is in, or None."""
        edge = _edge(figure, self.side)
        best: int | None = None
        nearest = self.tolerance
        for index, column in enumerate(self.columns):
            distance = max(column.low - edge, edge - column.high, 0.0)
            if column.meanings and _lies_in(figure, column):
                distance = min(distance, 0.9 * self.tolerance)
            if distance <= nearest:
                best, nearest = index, distance
        return best


def _lies_in(figure: LexedFigure, column: FigureColumn) -> bool:
    overlap = min(figure.x1, column.x1) - max(figure.x0, column.x0)
    return overlap > 0.6 * (figure.x1 - figure.x0)


def columns_of(
    rows: Sequence[LexedRow], headers: Sequence[Header], size: float, *, sparse: bool = False
) -> Columns:
    """The columns that most figures of the body fall into; a row with a date weighs more.

    ``size`` is the usual text height in points, the yardstick for "the same edge". ``sparse``: a
    column may have one dated figure alone, as a salary among many payments.
    """
    tolerance = max(2.5, 0.45 * size)
    figures = [figure for row in rows for figure in row.figures]
    weights = [1.0 if row.dates else 0.34 for row in rows for _ in row.figures]
    by_side = {
        side: _clusters([_edge(figure, side) for figure in figures], figures, weights, tolerance)
        for side in Side
    }
    side = max(Side, key=lambda one: _fit(by_side[one], sum(weights)))
    kept = _merged(by_side[side])[: MOST_COLUMNS + 2]
    named = _named(sorted(kept, key=lambda c: c.edge), headers)
    most = max((c.count for c in named), default=0)
    least = 1.0 if sparse else max(0.3, 0.1 * most)
    strong = [c for c in named if c.meanings & MONEY or c.count >= least]
    strong = sorted(strong, key=lambda c: (not c.meanings & MONEY, -c.count))[:MOST_COLUMNS]
    return Columns(tuple(sorted(strong, key=lambda c: c.edge)), side, tolerance)


def _edge(figure: LexedFigure, side: Side) -> float:
    if side is Side.RIGHT:
        return figure.x1
    return figure.end if side is Side.OUTER else figure.x0


def _clusters(
    edges: Sequence[float],
    figures: Sequence[LexedFigure],
    weights: Sequence[float],
    tolerance: float,
) -> list[FigureColumn]:
    order = sorted(range(len(edges)), key=edges.__getitem__)
    groups: list[list[int]] = []
    for index in order:
        if groups and edges[index] - edges[groups[-1][-1]] <= 0.5 * tolerance:
            groups[-1].append(index)
        else:
            groups.append([index])
    return [
        _cluster(
            [edges[i] for i in group], [figures[i] for i in group], sum(weights[i] for i in group)
        )
        for group in groups
    ]


def _merged(clusters: Sequence[FigureColumn]) -> list[FigureColumn]:
    """Centred or ragged figures: a small cluster that lies within a big one joins it."""
    merged: list[FigureColumn] = []
    for small in sorted(clusters, key=lambda c: -c.count):
        for index, big in enumerate(merged):
            overlap = min(small.x1, big.x1) - max(small.x0, big.x0)
            share = 0.3 if small.count <= 0.25 * big.count else 0.6
            if overlap > share * (small.x1 - small.x0):
                merged[index] = _joined(big, small)
                break
        else:
            merged.append(small)
    return sorted(merged, key=lambda c: -c.count)


def _joined(big: FigureColumn, small: FigureColumn) -> FigureColumn:
    return FigureColumn(
        big.edge, min(big.low, small.low), max(big.high, small.high), min(big.x0, small.x0),
        max(big.x1, small.x1), big.count + small.count, big.meanings,
    )  # fmt: skip


def _cluster(edges: Sequence[float], members: Sequence[LexedFigure], weight: float) -> FigureColumn:
    return FigureColumn(
        edge=sorted(edges)[len(edges) // 2],
        low=min(edges),
        high=max(edges),
        x0=min(f.x0 for f in members),
        x1=max(f.x1 for f in members),
        count=weight,
        meanings=frozenset(),
    )


def _fit(clusters: Iterable[FigureColumn], figures: float) -> float:
    """How well few columns hold most figures."""
    big = sorted((c.count for c in clusters), reverse=True)[:4]
    return sum(big) / max(figures, 1.0) - 0.02 * len(big)


def _named(clusters: list[FigureColumn], headers: Sequence[Header]) -> list[FigureColumn]:
    cells = _money_cells(headers)
    if not cells or not clusters:
        return clusters
    names: dict[int, frozenset[str]] = {}
    for position, cell in zip(_best_places(cells, clusters), cells, strict=True):
        if position is not None:
            names[position] = cell.meanings
    return [
        replace(column, meanings=names.get(index, frozenset()))
        for index, column in enumerate(clusters)
    ]


def _money_cells(headers: Sequence[Header]) -> list[HeaderColumn]:
    """The money cells of the header that names most of them."""
    best: list[HeaderColumn] = []
    for header in headers:
        cells = header.having(*MONEY)
        if len(cells) > len(best):
            best = cells
    return best


def _best_places(
    cells: Sequence[HeaderColumn], clusters: Sequence[FigureColumn]
) -> list[int | None]:
    """Order-keeping assignment of header cells to clusters with the least distance.

    A cell may stay without one: forcing it onto a stray figure would take its neighbour's.
    """
    most = max(cluster.count for cluster in clusters)
    far = [[_distance(cell, cluster, most) for cluster in clusters] for cell in cells]

    def cost(pairs: Pairs) -> float:
        alone = len(cells) - len(pairs)
        return sum(min(far[cell][cluster], _FAR) for cell, cluster in pairs) + _FAR * alone

    places: list[int | None] = [None] * len(cells)
    for cell, cluster in min(_pairings(len(cells), len(clusters)), key=cost):
        if far[cell][cluster] < _FAR:
            places[cell] = cluster
    return places


def _pairings(cells: int, clusters: int) -> Iterator[Pairs]:
    """Every way to pair header cells with clusters, by their places, in order; most pairs first."""
    for few in range(min(cells, clusters), 0, -1):
        for chosen, kept in product(
            combinations(range(clusters), few), combinations(range(cells), few)
        ):
            yield tuple(zip(kept, chosen, strict=True))


def _distance(cell: HeaderColumn, cluster: FigureColumn, most: float) -> float:
    """How badly a cluster is under a header cell, in points; many figures speak for it."""
    if min(cell.x1, cluster.x1) - max(cell.x0, cluster.x0) > 0:
        gap = 0.0
    else:
        gap = max(cluster.x0 - cell.x1, cell.x0 - cluster.x1)
    centres = abs(cell.x0 + cell.x1 - cluster.x0 - cluster.x1) / 2
    edges = min(abs(cell.x1 - cluster.x1), abs(cell.x0 - cluster.x0), 1.5 * centres + 6)
    return 2 * gap + edges - 20 * cluster.count / most
