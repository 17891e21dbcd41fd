"""How the cited days are to be read, and which words say the period or the year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from pipeline.proof import CitedPeriod, Convention, Place, read_day
from pipeline.reading.citing.claims import Claims
from pipeline.reading.lexing.languages import month_languages
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.rows import Row

_CALENDARS: Final = ("common", "buddhist", "minguo", "reiwa", "heisei", "solar")
_ORDERS: Final = ("dmy", "mdy", "ymd")
_YEAR: Final = re.compile(r"^\D{0,2}((?:19|20|25)\d\d)\D{0,2}$")
#: Days without a year are from so long before a printed day to so long after.
_BEFORE, _AFTER = timedelta(days=320), timedelta(days=45)
_MOST_YEARS: Final = 24  # words that may say the year, from the top


def with_days(claims: Claims, bare: Convention) -> Convention:
    """The convention with the order, language and calendar under which most cited days are the
    ones that are meant; without any, those under which the words of the period are."""
    if not claims.lines:
        every = (each for named in ("", "a") for each in _conventions(bare, [named]))
        return next((each for each in every if period_of(claims, each)), bare)
    texts = [(claims.text(line.day), line.date) for line in claims.lines if line.day]
    best, most = bare, -1
    for convention in _conventions(bare, [text for text, _ in texts]):
        right = sum(_reads(text, day, convention) for text, day in texts)
        if right > most:
            best, most = convention, right
        if most == len(texts):
            break
    return best


def _conventions(bare: Convention, texts: Sequence[str]) -> Iterator[Convention]:
    named = any(re.search(r"[^\W\d_]", text) for text in texts)
    languages = ["en", *(each for each in month_languages() if each != "en")] if named else [""]
    for calendar in _CALENDARS:
        for language in languages:
            for order in _ORDERS:
                yield replace(bare, order=order, months=language, calendar=calendar)


def _reads(text: str, day: date | None, convention: Convention) -> bool:
    found = read_day(text, convention.day_style)
    return found is not None and (day is None or found.in_year(day.year) == day)


def period_of(claims: Claims, convention: Convention) -> CitedPeriod | None:
    """The words of the two days that the reader takes for the period, which print the year: those
    of the statement's own section before others."""
    if claims.period is None:
        return None
    start, end = claims.period
    lines = {line.row for line in claims.lines}
    rows, begins = claims.lexed.rows, claims.heading.start
    for index in (*range(begins, len(rows)), *range(begins)):
        row = rows[index]
        if index in lines or len(row.dates) < 2:
            continue
        places = [place_of(row, day.first, day.last) for day in row.dates]
        read = [read_day(claims.text(place), convention.day_style) for place in places]
        for at in range(len(read) - 1):
            one, two = read[at], read[at + 1]
            if one is None or two is None or not two.year:
                continue
            if (one.in_year(start.year), two.in_year(two.year)) == (start, end):
                return CitedPeriod(places[at], places[at + 1], _label(row))
    return None


def _label(row: Row) -> Place | None:
    hits = row.phrases("labels", "period")
    return place_of(row, hits[0].first, hits[0].last) if hits else None


def year_of(claims: Claims, convention: Convention) -> Convention:
    """The convention with the words of a year, where lines print none: those under which the days
    are the ones that are meant."""
    days = [line.date for line in claims.lines if line.date]
    read = [
        read_day(claims.text(line.day), convention.day_style) for line in claims.lines if line.day
    ]
    if not days or all(day is None or day.year is not None for day in read):
        return convention
    for count, (place, months) in enumerate(_words_of_years(claims, convention)):
        if count >= _MOST_YEARS:
            break
        if _tells(claims.text(place), replace(convention, months=months), days):
            return replace(convention, year=place, months=months)
    return convention


def _tells(text: str, convention: Convention, days: Sequence[date]) -> bool:
    """Whether these words give the lines the years that they are meant to have."""
    whole = read_day(text, convention.day_style)
    if whole and whole.year:
        day = whole.in_year(whole.year)
        return day is not None and day - _BEFORE <= min(days) and max(days) <= day + _AFTER
    found = _YEAR.match(text)
    year = int(found[1]) if found else 0
    if year > 2400:
        year -= 543
    return all(day.year == year for day in days)


def _words_of_years(claims: Claims, convention: Convention) -> Iterator[tuple[Place, str]]:
    """Whole days and years outside the lines, from the top, with the language of their month."""
    lines = {line.row for line in claims.lines}
    languages = [convention.months] if convention.months else ["", *month_languages()]
    for index, row in enumerate(claims.lexed.rows):
        if index in lines:
            continue
        for day in row.dates:
            place = place_of(row, day.first, day.last)
            for language in languages if day.year else ():
                read = read_day(claims.text(place), replace(convention, months=language).day_style)
                if read and read.year:
                    yield place, language
                    break
        for at, word in enumerate(row.words):
            if _YEAR.match(word.text):
                yield place_of(row, at, at), convention.months
