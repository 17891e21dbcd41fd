"""Rows and facts that were copied from a page: words on numbered lines, and nothing of values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.claims import FactName

#: The cells of a row, in their order: the line of its amount, and texts as they are printed.
CELLS: Final = ("line", "date", "out", "in", "balance")


@dataclass(frozen=True, slots=True)
class CopiedRow:
    """One entry: the line that its amount stands on, and its texts as printed; empty for none."""

    line: int
    date: str
    amount: str
    is_out: bool
    balance: str


@dataclass(frozen=True, slots=True)
class CopiedFact:
    """Where the page says something of the account: the words of one line."""

    name: FactName
    line: int
    text: str


class Unusable(ValueError):
    """Why a row or a fact of an answer means nothing, in words for the model."""


def row_of(cells: tuple[str, ...]) -> CopiedRow:
    """The row in an answer's array. Raises Unusable."""
    if len(cells) != len(CELLS):
        raise Unusable(f"row {list(cells)} has not the cells {', '.join(CELLS)}")
    line, date, out, in_, balance = (cell.strip() for cell in cells)
    if bool(out) is bool(in_):
        raise Unusable(f"row {list(cells)} needs one amount: either out or in")
    return CopiedRow(_number(line), date, out or in_, bool(out), balance)


def fact_of(cells: tuple[str, ...]) -> CopiedFact:
    """The fact in an answer's array. Raises Unusable."""
    if len(cells) != 3:
        raise Unusable(f"fact {list(cells)} has not the cells name, line, text")
    name, line, text = (cell.strip() for cell in cells)
    try:
        known = FactName(name)
    except ValueError:
        raise Unusable(f"fact {name!r} is none of {', '.join(FactName)}") from None
    if not text:
        raise Unusable(f"fact {name} cites no words")
    return CopiedFact(known, _number(line), text)


def _number(text: str) -> int:
    bare = text.removeprefix("#").rstrip(":")
    if not bare.isascii() or not bare.isdecimal() or len(bare) > 6:
        raise Unusable(f"{text[:20]!r} is no number of a line")
    return int(bare)
