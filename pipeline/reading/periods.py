"""What a page says of its period: from one day to another, a statement's date, a month, a year."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from pipeline.proof.anchors import date_below, end_of_month, numbered, word_behind
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.period import Period, days_of_a_month, full_days, ordered
from pipeline.proof.rows import Row
from pipeline.proof.tables.months import month_names
from pipeline.proof.tables.phrases import squeeze

#: What speaks for a period that only the days of two balances make.
BY_BALANCES = 0.1
_OF_A_MONTH = 0.4  # "March 1-31, 2024"
_BALANCES = frozenset({"opening", "closing", "balance_on"})
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_MONTH_OF_YEAR = re.compile(r"^(\d{1,2})[-/.]((?:19|20)\d\d)$")
_CJK_MONTH = re.compile(r"((?:19|20)\d\d)年(\d{1,2})月(?!\d*日)")


def periods_of(rows: Sequence[Row], month_first: bool) -> Iterable[tuple[float, Period]]:
    """Every pair of days that may be the period, each with what speaks for it (0 to 1)."""
    labelled: list[tuple[int, date]] = []
    balances: list[date] = []
    for index, row in enumerate(rows):
        if any(word.text[:2] in ("19", "20") for word in row.words):
            yield from ((_OF_A_MONTH, period) for period in days_of_a_month(row))
        if not row.dates:
            continue
        meanings = {hit.meaning for hit in row.hits if hit.group == "labels"}
        named = "period" in meanings
        days = full_days(row.dates, month_first)
        if named and len(days) == 1:
            labelled.append((index, days[0]))
            after = full_days(rows[index + 1].dates, month_first) if index + 1 < len(rows) else []
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
        yield from _ordered(BY_BALANCES, min(balances), max(balances))


def _half_dated(
    weight: float, printed: Sequence[PrintedDate], full: date, month_first: bool
) -> Iterable[tuple[float, Period]]:
    """ "24 Jun - 24 Jul 2017": the first date takes its year from the second, or the reverse."""
    first, second = printed[:2]
    if first.year is None:
        for year in (full.year, full.year - 1):
            resolved = first.resolve(month_first, year)
            if resolved and resolved < full:
                yield from _ordered(weight, resolved, full)
                break
    elif second.year is None and (end := second.resolve(month_first, full.year)):
        yield from _ordered(weight, full, end)


def _ordered(weight: float, one: date, two: date) -> Iterable[tuple[float, Period]]:
    return ((weight, period) for period in ordered(one, two))


def statement_date(rows: Sequence[Row], month_first: bool) -> date | None:
    """The date that the page calls the statement's: beside its name, or below it."""
    for index, row in enumerate(rows):
        for hit in row.hits:
            if hit.group == "labels" and hit.meaning == "statement_date":
                days = full_days(row.dates, month_first)
                days = days or full_days(date_below(rows, index, hit), month_first)
                if days:
                    return max(days)
    return None


def date_before_due(front: Sequence[Row], month_first: bool) -> date | None:
    """A card's statement date, about: some weeks before the day on which it must be paid."""
    for index, row in enumerate(front):
        for hit in row.hits:
            if hit.group == "labels" and hit.meaning == "due_date":
                beside = [day for day in row.dates if day.first > hit.last]
                days = full_days(beside or date_below(front, index, hit), month_first)
                if days:
                    return days[0] - timedelta(days=20)
    return None


def date_behind_its_name(front: Sequence[Row], month_first: bool) -> date | None:
    """ "Date 08/11/23" above the table: the only such date is the statement's."""
    found = {
        day
        for row in front
        for hit in row.hits
        if hit.group == "columns" and hit.meaning == "date" and not row.figures
        for printed in row.dates
        if printed.first == hit.last + 1
        or (printed.first == hit.last + 2 and row.words[hit.last + 1].text == ":")
        for day in full_days([printed], month_first)
    }
    return found.pop() if len(found) == 1 else None


def date_of_the_closing(
    rows: Sequence[Row], front: Sequence[Row], month_first: bool
) -> date | None:
    """The full date above the table that is the closing balance's day, which prints no year."""
    closings = {
        (day.month, day.day) if day.sure or not month_first else (day.day, day.month)
        for row in rows
        if any(hit.group == "labels" and hit.meaning == "closing" for hit in row.hits)
        for day in row.dates
        if day.year is None
    }
    full = {day for row in front for day in full_days(row.dates, month_first)}
    found = {day for day in full if (day.month, day.day) in closings}
    return found.pop() if len(found) == 1 else None


def month_heading(rows: Sequence[Row]) -> date | None:
    """The last day of a month that a heading names with its year ("February 2024")."""
    names = month_names()
    for row in rows[:60]:
        for one, two in zip(row.words, row.words[1:], strict=False):
            month = names.get(squeeze(one.text)) if one.text[0].isalpha() else None
            if month and _YEAR.match(two.text.strip(",./-")):
                return _end_of_month(int(two.text.strip(",./-")), month)
        if not row.figures and (found := _CJK_MONTH.search("".join(w.text for w in row.words))):
            return _end_of_month(int(found[1]), int(found[2]))
        if (after := word_behind(row, "month")) and (numbers := _MONTH_OF_YEAR.match(after)):
            return _end_of_month(int(numbers[2]), int(numbers[1]))
    return None


def _end_of_month(year: int, month: int) -> date | None:
    return next(end_of_month(year, month), None)


def year_heading(
    front: Sequence[Row], printed: Sequence[PrintedDate], month_first: bool
) -> int | None:
    """A year that the page names ("Jahr 2023", "Auszug 3/2023") and no entry can leave."""
    years: set[int] = set()
    numbers: set[int] = set()
    for index, row in enumerate(front):
        under = front[index + 1] if index + 1 < len(front) else None
        if after := word_behind(row, "year", under):
            years.update(int(text) for text in [after] if _YEAR.match(after))
        for number, of_year in numbered(row):
            numbers.add(number)
            years.add(of_year)
    months = {day.day if month_first and not day.sure else day.month for day in printed}
    over = bool(months & {11, 12}) and bool(months & {1, 2})
    # The year's first statement may hold rows of the year before.
    early = 1 in numbers and bool(months & {10, 11, 12})
    return years.pop() if len(years) == 1 and not over and not early else None
