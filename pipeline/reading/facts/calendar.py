"""Decides the order of day and month, the years, and the period, from the whole statement."""

import itertools
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from pipeline.drafts import Period
from pipeline.reading.facts.periods import (
    LONGEST,
    date_before_due,
    date_behind_its_name,
    date_of_the_closing,
    full_days,
    month_heading,
    periods_of,
    statement_date,
    year_heading,
)
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import named_order
from pipeline.reading.lexing.rows import LexedRow

_MARGIN = timedelta(days=20)
_BOOKING = timedelta(days=3)


class Calendar(NamedTuple):
    """How this statement's dates are to be read.

    ``doubt`` says what could not be decided; ``certain`` that some date allows only this order.
    """

    month_first: bool
    period: Period | None
    anchor: date | None
    doubt: str = ""
    certain: bool = False
    year_guessed: bool = False
    year: int | None = None

    def resolve(self, printed: PrintedDate) -> date | None:
        """The day meant; a missing year is the one nearest to the period or statement date."""
        if printed.year is not None:
            return printed.resolve(self.month_first)
        if self.year is not None:
            return printed.resolve(self.month_first, self.year)
        middle = self._middle()
        if middle is None:
            return None
        near = [
            day
            for year in (middle.year - 1, middle.year, middle.year + 1)
            if (day := printed.resolve(self.month_first, year))
        ]
        if not near:
            return None
        if self.period is None and self.anchor:
            before = [day for day in near if day <= self.anchor + _MARGIN]
            near = before or near
        return min(near, key=lambda day: abs((day - middle).days))

    def _middle(self) -> date | None:
        if self.period:
            return self.period.start + (self.period.end - self.period.start) / 2
        return self.anchor


def calendar_of(
    rows: Sequence[LexedRow],
    printed: Sequence[PrintedDate],
    years: frozenset[int],
    home_month_first: bool,
) -> Calendar:
    """Reads order, years and period so that most dates are possible and lie in the period.

    ``printed`` are the dates of the entries; ``home_month_first`` breaks a tie (US dollars).
    """
    orders = {day.order for row in rows for day in row.dates} | {day.order for day in printed}
    orders |= {named_order(word.text) for row in rows for word in row.words}
    orders -= {"", "Y"}
    if orders == {"M"}:
        choices = [True]
    elif orders == {"D"}:
        choices = [False]
    else:
        choices = [home_month_first, not home_month_first]
    calendars = [_calendar(rows, printed, years, choice) for choice in choices]
    scores = [_score(calendar, printed) for calendar in calendars]
    best = max(range(len(calendars)), key=lambda index: scores[index])
    chosen = calendars[best]._replace(certain=len(orders) == 1)
    if chosen.year_guessed:
        chosen = chosen._replace(doubt="the year")
    if len(scores) > 1 and scores[0] == scores[1] and _differ(calendars, printed):
        return chosen._replace(doubt="order of day and month")
    return chosen


def _differ(calendars: Sequence[Calendar], printed: Sequence[PrintedDate]) -> bool:
    first, second = calendars[:2]
    return any(first.resolve(day) != second.resolve(day) for day in printed)


def _score(calendar: Calendar, printed: Sequence[PrintedDate]) -> tuple[int, int, int, int]:
    days = [calendar.resolve(day) for day in printed]
    known = [day for day in days if day]
    inside = sum(1 for day in known if calendar.period and day in calendar.period)
    ordered = sum(1 for one, two in itertools.pairwise(known) if one <= two)
    backwards = sum(1 for one, two in itertools.pairwise(known) if one >= two)
    anchor = calendar.anchor
    recent = sum(1 for day in known if anchor and -5 <= (anchor - day).days <= 100)
    return len(known), inside, recent, max(ordered, backwards)


def _calendar(
    rows: Sequence[LexedRow],
    printed: Sequence[PrintedDate],
    years: frozenset[int],
    month_first: bool,
) -> Calendar:
    """How the dates are to be read in one order of day and month."""
    bare = _without_period(rows, printed, years, month_first)
    # The calendar with the likeliest period that most of the entries' days lie in, if any.
    best: tuple[float, Calendar] | None = None
    for period, weight in _weights(rows, bare.month_first).items():
        calendar = Calendar(bare.month_first, period, bare.anchor)
        days = [day for one in printed if (day := calendar.resolve(one))]
        near = sum(1 for day in days if (period.start - _BOOKING <= day <= period.end + _BOOKING))
        share = near / len(days) if days else 1.0
        score = share + weight - 0.002 * (period.end - period.start).days
        if share >= 0.8 and (best is None or score > best[0]):
            best = (score, calendar)
    return (best[1] if best else None) or bare._replace(period=_between_balances(rows, bare))


def _without_period(
    rows: Sequence[LexedRow],
    printed: Sequence[PrintedDate],
    years: frozenset[int],
    month_first: bool,
) -> Calendar:
    """What the page says of its years, if it printed no period."""
    first = next(
        (i for i, row in enumerate(rows) if row.looks_like_entry),
        len(rows),
    )
    front = rows[:first]
    if stated := _stated_day(rows, front, month_first):
        return Calendar(month_first, None, stated)
    year = year_heading(front, printed, month_first)
    # Some full date on the front is no period: years taken from it are a guess.
    guessed = year is None and any(day.year is None for day in printed)
    dated = any(full_days(row.dates, month_first) for row in front)
    anchor = _year_anchor(front if dated else rows, years, month_first)
    return Calendar(month_first, None, anchor, year_guessed=guessed, year=year)


def _stated_day(
    rows: Sequence[LexedRow], front: Sequence[LexedRow], month_first: bool
) -> date | None:
    """The statement's own day, or one near it, from what says it most plainly."""
    return (
        statement_date(rows, month_first)
        or month_heading(rows)
        or date_behind_its_name(front, month_first)
        or date_of_the_closing(rows, front, month_first)
        or date_before_due(front, month_first)
    )


def _weights(rows: Sequence[LexedRow], month_first: bool) -> dict[Period, float]:
    """What speaks most for each period that may be meant: every page may print it again."""
    found: dict[Period, float] = {}
    for weight, period in periods_of(rows, month_first):
        found[period] = max(weight, found.get(period, 0.0))
    return found


def _between_balances(rows: Sequence[LexedRow], bare: Calendar) -> Period | None:
    """From the day beside the opening balance to that beside the closing, where rows print both."""
    ends: dict[str, date] = {}
    for row in rows:
        meanings = {hit.meaning for hit in row.hits if hit.group == "labels"}
        day = bare.resolve(row.dates[0]) if row.dates and row.figures else None
        if day and "opening" in meanings:
            ends.setdefault("opening", day)
        elif day and "closing" in meanings:
            ends["closing"] = day
    if bare.anchor:
        ends.setdefault("closing", bare.anchor)
    if len(ends) < 2 or not timedelta() <= ends["closing"] - ends["opening"] <= LONGEST:
        return None
    return Period(ends["opening"], ends["closing"])


def _year_anchor(rows: Sequence[LexedRow], years: frozenset[int], month_first: bool) -> date | None:
    """Without a statement date: the latest day of the year that full dates print most."""
    counts = Counter(day.year for row in rows for day in full_days(row.dates, month_first))
    if counts:
        return max(
            day
            for row in rows
            for day in full_days(row.dates, month_first)
            if day.year == max(counts, key=lambda year: (counts[year], year))
        )
    return date(max(years), 12, 31) if len(years) == 1 else None
