"""The cells of a row: runs of tokens that stand near each other (section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.row import Row
from tests.second_checker.tokens import Token

_GAP: Final = 0.75


@dataclass(frozen=True, slots=True)
class Cell:
    """A run of tokens of one row, first to last."""

    first: int
    last: int
    x0: float
    x1: float


def cells_of(tokens: Sequence[Token]) -> list[Cell]:
    """The cells of a row, from the left."""
    runs: list[list[int]] = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1]
        if not runs or token.x0 - before.x1 >= _GAP * before.height:
            runs.append([])
        runs[-1].append(at)
    return [Cell(run[0], run[-1], tokens[run[0]].x0, tokens[run[-1]].x1) for run in runs]


def cell_with(row: Row, at: int) -> Cell:
    """The cell in which a token stands."""
    return next(cell for cell in cells_of(row.tokens) if cell.first <= at <= cell.last)


def overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """How much two stretches overlap, as a share of the narrower one."""
    narrower = min(a1 - a0, b1 - b0)
    shared = min(a1, b1) - max(a0, b0)
    if narrower <= 0:
        return 1.0 if shared >= 0 else 0.0
    return shared / narrower
