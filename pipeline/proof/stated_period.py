"""The period that the page prints, or else the one that a person states and no word denies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from pipeline.proof.checks import Check, CheckState, holds
from pipeline.proof.days import Calendar, period_check
from pipeline.proof.entries import Offered, Read
from pipeline.proof.period import Period, full_days, ordered
from pipeline.proof.stated import BY_A_PERSON

_A_DAY = timedelta(days=1)  # a balance may be that of the evening before


def told_period(
    offered: Offered, both: Mapping[bool, Calendar], settled: bool
) -> tuple[Check, Period | None]:
    """What the check of the period finds, and the period that is a fact.

    ``both`` are what the page prints under either order of day and month, which is ``settled`` or
    not.
    """
    calendar, said = both[offered.witness.convention.month_first], offered.stated.period
    check, printed = period_check(calendar, settled), calendar.period if settled else None
    if said is None or check.state is CheckState.FAILED:
        return check, printed
    ranges = [calendar] if settled else [*both.values()]
    if denial := next(_denials(said, ranges, calendar, offered), ""):
        return holds("period", False, denial), None
    if printed is None:
        check = holds("period", True, f"{said.start} to {said.end}; {BY_A_PERSON}")
    return check, said


def is_open(check: Check) -> bool:
    """Whether neither the page nor a person says from when to when."""
    return check.state is CheckState.UNAVAILABLE


def _denials(
    said: Period, ranges: list[Calendar], calendar: Calendar, offered: Offered
) -> Iterator[str]:
    """What the page says against a stated period. Where it prints one of which nobody knows the
    order of day and month, that one must be meant."""
    printed = {period for each in ranges for period in each.found.strongest}
    if printed and said not in printed:
        yield "a person states another period than is printed"
    if any(len(each.found.strongest) > 1 for each in ranges):
        yield "different periods are printed"
    if not printed:
        yield from _beyond_ends(said, ranges)
    if not list(ordered(said.start, said.end)):
        yield "no statement has the period that a person states"
    if any(day not in said for day in calendar.days or ()):
        yield "a row is dated outside the period that a person states"
    days = list(days_of_balances(offered))
    if any(day > said.end or said.start - day > _A_DAY for day in days):
        yield "a balance is dated outside the period that a person states"


def _beyond_ends(said: Period, ranges: list[Calendar]) -> Iterator[str]:
    """What days that the page names without a period say against a stated one."""
    if all(each.bounds and said.end > each.bounds.last for each in ranges):
        yield "a person states a period that ends behind the day which the page names"
    if not any(_has_ends(said, each) for each in ranges):
        yield "a person states another first or last day than is printed"


def _has_ends(said: Period, calendar: Calendar) -> bool:
    """Whether each day that stands alone behind a label of the period is an end of it."""
    return all(
        day in (said.end, said.start) or said.start - day == _A_DAY for day in calendar.found.ends
    )


def days_of_balances(offered: Offered) -> Iterator[date]:
    """The one day that stands with its year beside the opening or the closing balance."""
    for end in (offered.opening, offered.closing):
        yield from days_of_end(offered, end)


def days_of_end(offered: Offered, end: Read | None) -> Iterator[date]:
    """The one day, with its year, of the row of one of them."""
    printed = offered.lexed.rows[end.row].dates if end else []
    if len(printed) == 1:
        yield from full_days(printed, offered.witness.convention.month_first)
