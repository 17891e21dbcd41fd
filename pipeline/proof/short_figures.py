"""Figures without noughts at their end (12.5, 100): whether a page prints all its money so.

Such a figure says its value whatever it lacks. But what lacks a digit looks like it too, and a
mere number has no minor units either; so the page must print them so throughout, under columns of
money or in a currency that it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipeline.proof.checks import Check, holds
from pipeline.proof.entries import Offered
from pipeline.proof.parse.figures import Figure

_MINOR: Final = 2  # digits that such a figure has at most, and its currency has


def short_scale(offered: Offered, currency_exponent: int | None) -> Check:
    """Whether the figures are of a currency with two minor digits, and show how they are printed.

    Without a figure of two minor digits the page must name the currency: 12.5 may be dinars.
    """
    exponent = offered.witness.convention.exponent
    if exponent != _MINOR or currency_exponent not in (None, exponent):
        return holds("scale", False, f"the figures print up to {_MINOR} minor digits")
    groups = _groups(offered)
    decimals = {figure.decimals for group in groups for figure in group}
    if not decimals - {_MINOR}:
        return holds("scale", False, "no figure lacks minor digits")
    if not all(map(_agree, groups)):
        return holds("scale", False, "figures of a column leave noughts out, and others do not")
    if currency_exponent is None and not _named(offered):
        return holds("scale", None, "no column or currency tells money from mere numbers")
    if not decimals - {0} or (_MINOR not in decimals and currency_exponent is None):
        return holds("scale", None, "no currency says how many minor digits")
    return holds("scale", True, "noughts at the end are left out")


def _groups(offered: Offered) -> list[list[Figure]]:
    """The amounts, and the balances beside them, each with the ends that stand in their columns;
    and ends elsewhere. What is printed apart may be printed in its own way."""
    amounts = [entry.amount for entry in offered.entries]
    balances = [entry.balance.figure for entry in offered.entries if entry.balance]
    elsewhere: list[Figure] = []
    for end in (offered.opening, offered.closing):
        if end:
            columns = (column for column in (balances, amounts) if _stands_in(end.figure, column))
            next(columns, elsewhere).append(end.figure)
    return [amounts, balances, elsewhere]


def _stands_in(figure: Figure, column: Sequence[Figure]) -> bool:
    return any(figure.x0 < other.x1 and other.x0 < figure.x1 for other in column)


def _agree(figures: Sequence[Figure]) -> bool:
    """Whether these figures can be printed by one rule: all minor digits; none that are noughts at
    the end, but for the one behind the point of whole amounts (100.0); or none in whole amounts."""
    decimals = {figure.decimals for figure in figures}
    noughts = [figure for figure in figures if figure.decimals and figure.value % 10 == 0]
    if not noughts or decimals == {_MINOR}:
        return True
    if 0 not in decimals:
        return all(figure.decimals == 1 for figure in noughts)
    return 1 not in decimals and all(figure.value % 100 for figure in noughts)


def _named(offered: Offered) -> bool:
    """Whether each amount stands under a header with columns of money."""
    return all(offered.lexed.money_cells_above(entry.row) for entry in offered.entries)
