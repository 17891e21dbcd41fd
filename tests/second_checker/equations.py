"""Rows of figures that say that they lead from one balance to another (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from tests.second_checker.entries import value_of
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_SIGNS: Final = {"+": 1, "-": -1}


def equation_fails(view: View, at: int) -> bool:
    """Whether a row beside the table is an equation that does not hold."""
    row = view.rows[at]
    if len(row.figures) < constant("counts", "_FEWEST"):
        return False
    values = [value_of(figure, view.statement.exponent) for figure in row.figures]
    signs = [_sign(row, n) for n in range(len(values))]
    equals = [n for n in range(len(values)) if "=" in _before(row, n)]
    ends = _ends(view, at)
    if equals:
        return _differs(values[: equals[0] + 1], signs)
    if ends is None:
        return False
    first, last = ends
    chosen, own = values[first : last + 1], signs[first : last + 1]
    if any(own[1:-1]):
        return _differs(chosen, own)
    return _is_unreached(view, at, first, last)


def _differs(values: Sequence[int], signs: Sequence[int]) -> bool:
    if len(values) < constant("counts", "_FEWEST"):
        return False
    signed = [(sign or 1) * value for sign, value in zip(signs, values, strict=False)]
    return sum(signed[:-1]) != signed[-1]


def _ends(view: View, at: int) -> tuple[int, int] | None:
    """The last labelled opening and closing among a row's figures."""
    found: dict[str, int] = {}
    for fact in view.layout.facts:
        if fact.at == at and fact.label in ("opening", "closing"):
            found[fact.label] = view.rows[at].figures.index(fact.figure)
    return (found["opening"], found["closing"]) if len(found) == 2 else None


def _is_unreached(view: View, at: int, first: int, last: int) -> bool:
    """Whether no sum of the figures between leads from the opening to the closing balance."""
    row = view.rows[at]
    values = [value_of(f, view.statement.exponent) for f in row.figures[first : last + 1]]
    if not constant("counts", "_FEWEST") < len(values) <= constant("counts", "_MOST"):
        return False
    if any(f.text.sign for f in row.figures[first : last + 1]) or not _both_sides(view, at):
        return False
    steps = ([-value, 0, value] for value in values[1:-1])
    return values[-1] - values[0] not in {sum(each) for each in product(*steps)}


def _both_sides(view: View, at: int) -> bool:
    above = max(view.statement.start, at - constant("counts", "_LABELS_ABOVE"))
    rows = [r for r in view.rows[above : at + 1] if r.page == view.rows[at].page and not r.dates]
    return all(
        any(row.has(*pair) for row in rows for pair in constant("counts", side))
        for side in ("_WORDS_IN", "_WORDS_OUT")
    )


def _before(row: Row, number: int) -> list[str]:
    """The tokens between a figure and the one before it."""
    start = row.figures[number - 1].last + 1 if number else 0
    return [token.text for token in row.tokens[start : row.figures[number].first]]


def _sign(row: Row, number: int) -> int:
    alone = [text for text in _before(row, number) if text in _SIGNS]
    return row.figures[number].text.sign or (_SIGNS[alone[0]] if len(alone) == 1 else 0)
