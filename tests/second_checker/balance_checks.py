"""The checks of plain arithmetic, of minor units and of what a page without entries says."""

from __future__ import annotations

from typing import Final

from tests.second_checker.figure_text import is_short
from tests.second_checker.noughts import nothing_moved
from tests.second_checker.short_scale import short_scale
from tests.second_checker.tables import constant, minor_digits
from tests.second_checker.view import View

_MILLS: Final = 3


def sums(view: View) -> str:
    """The check ``sums``."""
    signed = view.signed
    if signed.opening is None or signed.closing is None:
        return "unavailable"
    return "passed" if signed.opening + sum(signed.amounts) == signed.closing else "failed"


def balances(view: View) -> str:
    """The check ``balances``."""
    signed = view.signed
    if signed.opening is None:
        return "unavailable"
    pairs = zip(signed.balances, signed.after, strict=True)
    good = all(beside is None or beside == after for beside, after in pairs)
    return "passed" if good else "failed"


def scale(view: View) -> str:
    """The check ``scale``."""
    if any(map(view.layout.multiples.__contains__, _around(view))):
        return "failed"
    if is_short(view.statement.witness.convention.style):
        return short_scale(view)
    most = max((money.text.decimals for money in view.statement.moneys), default=0)
    minor = minor_digits(view.currency.code)
    exponent = view.statement.exponent
    if most == 0:
        whole = exponent == 0 or view.currency.code in constant("blind_spots", "_WHOLE")
        return "passed" if minor == exponent and whole else "unavailable"
    if most != exponent or minor not in (None, most):
        return "failed"
    return "unavailable" if most == _MILLS and minor is None else "passed"


def _around(view: View) -> set[int]:
    """The rows of section and front but those from the first entry to the last."""
    rows = view.statement.entry_rows
    between = range(min(rows), max(rows) + 1) if rows else range(0)
    return {*view.statement.section, *view.regions.front}.difference(between)


def lines_or_none_said(view: View) -> str:
    """The check ``lines_or_none_said``."""
    rows = [row for _, row in view.statement.in_section()]
    said = any(row.has("labels", "no_lines") for row in rows)
    if view.statement.entries:
        return "failed" if said else "passed"
    if any(row.dated_figure and not row.has("labels") for row in rows):
        return "failed"
    return "passed" if said or nothing_moved(view) else "unavailable"
