"""Runs of words that stand together, with the size they are printed in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.reading.lexing.rows import Row


class Cell(NamedTuple):
    """Words of one row without a wide gap between them; ``size`` is the text height in points."""

    text: str
    size: float
    page: int
    top: float


def cells_of(rows: Iterable[Row]) -> list[Cell]:
    """Every cell of the rows in reading order."""
    found: list[Cell] = []
    for row in rows:
        words: list[str] = []
        end = size = 0.0
        for word in row.words:
            height = word.bottom - word.top
            if words and word.x0 - end > 1.1 * height:
                found.append(Cell(" ".join(words), size, row.page, row.top))
                words = []
            words.append(word.text)
            end, size = word.x1, height
        if words:
            found.append(Cell(" ".join(words), size, row.page, row.top))
    return found
