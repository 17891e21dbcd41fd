"""The period of a statement that prints only its last day: it goes on from the statement before.

A statement before that does not fit proves nothing and denies nothing: the period stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.proof.anchors import end_of_month
from pipeline.proof.checks import Check, holds
from pipeline.proof.ending import Ending
from pipeline.proof.period import Period
from pipeline.proof.stated import BY_THE_ONE_BEFORE, Before

_A_DAY = timedelta(days=1)
_LONGER = timedelta(days=5)  # months and the cycles of cards differ by so much
_FIRST_DAYS = 10  # of a month, on which pages are made for the month before


@dataclass(frozen=True, slots=True)
class Open:
    """What a proven page says that prints no period: its last day, what goes before the first
    row, whose it is, and all days that must lie within."""

    ending: Ending
    opening: int | None
    number: str | None
    currency: str | None
    days: Sequence[date]
    of_balances: Sequence[date]
    of_opening: Sequence[date] = ()


def followed_period(page: Open, before: Before) -> tuple[Check, Period | None]:
    """The check of the period, and the one from the day after the statement before to the last day
    that is printed."""
    start, end = before.period.end + _A_DAY, page.ending.day
    denial = next(_denials(page, start, before), "")
    if denial:
        named = f"the page does not say from when to when, it names {end}"
        return holds("period", None, f"{named}; {denial}"), None
    found = Period(start, end)
    return holds("period", True, f"{start} to {end}; {BY_THE_ONE_BEFORE}"), found


def _denials(page: Open, start: date, before: Before) -> Iterator[str]:
    yield from _of_another(page, before)
    yield from _denied_days(page, start, before)


def _of_another(page: Open, before: Before) -> Iterator[str]:
    """What speaks for another account, or for a statement between both."""
    if not _ends_alike(page.number, before.number):
        yield "no number tells that the statement before is of the same account"
    if page.currency != before.currency:
        yield "the statement before is in another currency"
    if page.opening != before.closing:
        yield "the statement before closes with another balance"
    if not page.opening:
        yield "a balance of nought follows from any statement"


def _ends_alike(one: str | None, two: str) -> bool:
    if not one or not two:
        return False
    digits = min(len(one), len(two))
    return one[-digits:] == two[-digits:]


def _denied_days(page: Open, start: date, before: Before) -> Iterator[str]:
    """What the page's days say against the first one."""
    end = page.ending.day
    if end < start:
        yield "the statement before ends later"
    elif end - start > before.period.end - before.period.start + _LONGER and not _is_month(
        start, end
    ):
        yield "the statement before ends too long ago"
    if _is_doubtful(page.ending, start):
        yield "the day may be another than the last"
    if any(not start <= day <= end for day in page.days):
        yield "a row is dated before the first day or after the last"
    if any(day > end or start - day > _A_DAY for day in page.of_balances):
        yield "a balance is dated before the first day or after the last"
    if any(day > start for day in page.of_opening):
        yield "the opening balance is dated after the first day"


def _is_month(start: date, end: date) -> bool:
    return start.day == 1 and end in end_of_month(start.year, start.month)


def _is_doubtful(ending: Ending, start: date) -> bool:
    """Whether it is a month that does not begin with the first day, or a day within the month that
    a title names; or one soon after a month's end, when pages are made for the month before."""
    if ending.whole:
        return not _is_month(start, ending.day)
    if start.day > 1:
        return False
    soon = ending.day.day <= _FIRST_DAYS and ending.day.replace(day=1) != start
    return (soon and not ending.sure) or ending.month not in (None, ending.day)
