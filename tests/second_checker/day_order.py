"""Whether the day or the month comes first in the entries' dates (section 12)."""

from __future__ import annotations

from tests.second_checker.sequences import within
from tests.second_checker.view import View

_BOTH = 2


def told_orders(view: View) -> frozenset[str]:
    """The orders that the entries' dates tell, else those of the rows beside."""
    days = [day for e in view.statement.entries for day in (e.date, e.value_date) if day]
    told = frozenset(day.dated.text.order for day in days if day.dated.text.order)
    if told:
        return told
    statement = view.statement
    ends = {end.at for end in (statement.opening, statement.closing) if end}
    if len(ends) < _BOTH:
        ends = set()
    beside = [d for at in view.regions.beside if at not in ends for d in view.rows[at].dates]
    return frozenset(dated.text.order for dated in beside if dated.text.order)


def day_order(view: View) -> str:
    """The check ``day_order``."""
    told = told_orders(view)
    own = view.convention.month_first
    if told:
        return "passed" if told == {"M" if own else "D"} else "failed"
    days = [day for e in view.statement.entries for day in (e.date, e.value_date) if day]
    if not any(day.dated.text.unsure for day in days):
        return "passed"
    fits = {order: _fits(view, order) for order in (False, True)}
    if fits[own] and not fits[not own]:
        return "passed"
    return "unavailable" if fits[own] else "failed"


def _fits(view: View, month_first: bool) -> bool:
    bounds = view.calendar.bounds(month_first)
    if bounds is None:
        return False
    readings = view.calendar.readings(month_first, bounds)
    return any(within(days, bounds) for days in readings)
