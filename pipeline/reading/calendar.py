"""Decides the order of day and month, the years, and the period, from the whole statement."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pipeline.reading.dates import PrintedDate
from pipeline.reading.months import month_names
from pipeline.reading.phrases import squeeze
from pipeline.reading.rows import Row

_LONGEST = timedelta(days=750)
_MARGIN = timedelta(days=20)
_BALANCES = frozenset({"opening", "closing", "balance_on"})


@dataclass(frozen=True, slots=True)
class Period:
    """The days a statement covers, both included."""

    start: date
    end: date

    def holds(self, day: date, margin: timedelta = timedelta()) -> bool:
        """Whether a day lies in the period, give or take a margin."""
        return self.start - margin <= day <= self.end + margin


@dataclass(frozen=True, slots=True)
class Calendar:
    """How this statement's dates are to be read.

    ``doubt`` says what could not be decided; ``told`` that some date allows only this order.
    """

    month_first: bool
    period: Period | None
    anchor: date | None
    doubt: str = ""
    told: bool = False
    year_guessed: bool = False

    def resolve(self, printed: PrintedDate) -> date | None:
        """The day meant; a missing year is the one nearest to the period or statement date."""
        if printed.year is not None:
            return printed.resolve(self.month_first)
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
    rows: Sequence[Row],
    printed: Sequence[PrintedDate],
    years: frozenset[int],
    home_month_first: bool,
) -> Calendar:
    """Reads order, years and period so that most dates are possible and lie in the period.

    ``printed`` are the dates of the entries; ``home_month_first`` breaks a tie (US dollars).
    """
    orders = {day.order for row in rows for day in row.dates} | {day.order for day in printed}
    orders -= {""}
    if orders == {"M"}:
        choices = [True]
    elif orders == {"D"}:
        choices = [False]
    else:
        choices = [home_month_first, not home_month_first]
    calendars = [_calendar(rows, printed, years, choice) for choice in choices]
    scores = [_score(calendar, printed) for calendar in calendars]
    best = max(range(len(calendars)), key=lambda index: scores[index])
    chosen = replace(calendars[best], told=len(orders) == 1)
    if chosen.year_guessed:
        chosen = replace(chosen, doubt="the year")
    if len(scores) > 1 and scores[0] == scores[1] and _differ(calendars, printed):
        return replace(chosen, doubt="order of day and month")
    return chosen


def _differ(calendars: Sequence[Calendar], printed: Sequence[PrintedDate]) -> bool:
    first, second = calendars[:2]
    return any(first.resolve(day) != second.resolve(day) for day in printed)


def _score(calendar: Calendar, printed: Sequence[PrintedDate]) -> tuple[int, int, int, int]:
    days = [calendar.resolve(day) for day in printed]
    known = [day for day in days if day]
    inside = sum(1 for day in known if calendar.period and calendar.period.holds(day))
    ordered = sum(1 for one, two in itertools.pairwise(known) if one <= two)
    backwards = sum(1 for one, two in itertools.pairwise(known) if one >= two)
    anchor = calendar.anchor
    recent = sum(1 for day in known if anchor and -5 <= (anchor - day).days <= 100)
    return len(known), inside, recent, max(ordered, backwards)


def _calendar(
    rows: Sequence[Row], printed: Sequence[PrintedDate], years: frozenset[int], month_first: bool
) -> Calendar:
    anchor = _statement_date(rows, month_first) or _month_heading(rows)
    front = _front(rows)
    told = anchor is not None or any(_full_days(row.dates, month_first) for row in front)
    # Some full date on the front is no period: years taken from it are a guess.
    guessed = anchor is None and any(day.year is None for day in printed)
    if anchor is None:
        anchor = _year_anchor(front if told else rows, years, month_first)
    bare = Calendar(month_first, None, anchor, year_guessed=guessed)
    best: tuple[float, Calendar] | None = None
    # Every page may print the period again.
    found: dict[Period, float] = {}
    for weight, period in _periods(rows, month_first):
        found[period] = max(weight, found.get(period, 0.0))
    for period, weight in found.items():
        calendar = Calendar(month_first, period, anchor)
        days = [day for one in printed if (day := calendar.resolve(one))]
        inside = sum(1 for day in days if period.holds(day, timedelta(days=3)))
        share = inside / len(days) if days else 1.0
        score = share + weight - 0.002 * (period.end - period.start).days
        if share >= 0.8 and (best is None or score > best[0]):
            best = (score, calendar)
    return best[1] if best else replace(bare, period=_between_balances(rows, bare))


def _between_balances(rows: Sequence[Row], bare: Calendar) -> Period | None:
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
    if len(ends) < 2 or not timedelta() <= ends["closing"] - ends["opening"] <= _LONGEST:
        return None
    return Period(ends["opening"], ends["closing"])


def _periods(rows: Sequence[Row], month_first: bool) -> Iterable[tuple[float, Period]]:
    labelled: list[tuple[int, date]] = []
    balances: list[date] = []
    for index, row in enumerate(rows):
        if not row.dates:
            continue
        meanings = {hit.meaning for hit in row.hits if hit.group == "labels"}
        named = "period" in meanings
        days = _full_days(row.dates, month_first)
        if named and len(days) == 1:
            labelled.append((index, days[0]))
            after = _full_days(rows[index + 1].dates, month_first) if index + 1 < len(rows) else []
            if len(after) == 1:
                yield from _ordered(0.3, days[0], after[0])
        if len(days) == 1 and meanings & _BALANCES and row.figures:
            balances.append(days[0])
        if len(days) >= 2 and not row.figures and (named or len(days) == 2):
            yield from _ordered(0.5 if named else 0.2, days[0], days[1])
        if len(row.dates) >= 2 and len(days) == 1 and not row.figures:
            yield from _half_dated(0.4 if named else 0.15, row.dates, days[0], month_first)
    for (above, one), (below, two) in itertools.pairwise(labelled):
        if below - above <= 3:
            yield from _ordered(0.3, one, two)
    if len(balances) >= 2:
        yield from _ordered(0.1, min(balances), max(balances))


def _half_dated(
    weight: float, printed: Sequence[PrintedDate], full: date, month_first: bool
) -> Iterable[tuple[float, Period]]:
    """ "24 Jun – 24 Jul 2017": the first date takes its year from the second."""
    for day in printed[:2]:
        if day.year is None:
            for year in (full.year, full.year - 1):
                resolved = day.resolve(month_first, year)
                if resolved and resolved < full:
                    yield from _ordered(weight, resolved, full)
                    break


def _full_days(printed: Iterable[PrintedDate], month_first: bool) -> list[date]:
    return [day for one in printed if one.year and (day := one.resolve(month_first))]


def _ordered(weight: float, one: date, two: date) -> Iterable[tuple[float, Period]]:
    if timedelta() <= two - one <= _LONGEST:
        yield weight, Period(one, two)


def _statement_date(rows: Sequence[Row], month_first: bool) -> date | None:
    for row in rows:
        if any(hit.group == "labels" and hit.meaning == "statement_date" for hit in row.hits):
            days = _full_days(row.dates, month_first)
            if days:
                return max(days)
    return None


def _front(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows above the first entry: a full date in a description says nothing of the period."""
    first = next(
        (i for i, row in enumerate(rows) if row.dates and row.figures and row.dates[0].first == 0),
        len(rows),
    )
    return rows[:first]


def _month_heading(rows: Sequence[Row]) -> date | None:
    """The last day of a month that a heading names with its year ("February 2024")."""
    names = month_names()
    for row in rows[:60]:
        for one, two in zip(row.words, row.words[1:], strict=False):
            month = names.get(squeeze(one.text)) if one.text[0].isalpha() else None
            if month and re.fullmatch(r"(?:19|20)\d\d", two.text.strip(",.")):
                year = int(two.text.strip(",."))
                return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return None


def _year_anchor(rows: Sequence[Row], years: frozenset[int], month_first: bool) -> date | None:
    """Without a statement date: the latest day of the year that full dates print most."""
    counts = Counter(day.year for row in rows for day in _full_days(row.dates, month_first))
    if counts:
        return max(
            day
            for row in rows
            for day in _full_days(row.dates, month_first)
            if day.year == max(counts, key=lambda year: (counts[year], year))
        )
    return date(max(years), 12, 31) if len(years) == 1 else None
