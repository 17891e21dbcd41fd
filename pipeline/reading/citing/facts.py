"""Finds words to cite for the order of days, the year, the period, the currency and the number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from pipeline.proof import CitedPeriod, Convention, Fact, Place, Witness, read_day
from pipeline.reading.citing.claims import Claims
from pipeline.reading.facts.currency import currency_in
from pipeline.reading.facts.number import number_and_rows
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.phrases import month_languages
from pipeline.reading.lexing.rows import LexedRow

_LONGEST = 8  # words of a number in groups


def currency_of(claims: Claims, witness: Witness) -> Fact | None:
    """The code or name of a currency: at an end or the first line's balance, else on the page
    outside the lines, where a label is before any other."""
    figures = [end.figure for end in (witness.opening, witness.closing) if end]
    figures += [line.balance for line in witness.lines[:1] if line.balance]
    for place in _beside(claims, figures):
        if currency_in("".join(filter(str.isalpha, claims.text(place)))):
            return Fact(place)
    lines = [claims.lexed.rows[line.row] for line in claims.lines]
    free = (each for each in claims.lexed.currencies if not any(each.row is row for row in lines))
    said = sorted(free, key=lambda each: not each.labelled)
    return Fact(place_of(said[0].row, said[0].first, said[0].last)) if said else None


def _beside(claims: Claims, figures: list[Place]) -> Iterator[Place]:
    """Each word of some figures, and those before and after."""
    document = claims.document
    for figure in figures:
        number = document.row_of(figure)
        row = document.rows[number].words if number is not None else ()
        at = [row.index(word) for word in figure.words]
        for word in row[max(min(at) - 1, 0) : max(at) + 2]:
            yield Place(figure.page, (word,))


def number_of(claims: Claims, witness: Witness) -> Fact | None:
    """The words of the account's number, if they serve nothing else: above the lines of the
    statement's own section, else of all that the document prints above them."""
    rows, heading = claims.lexed.rows, claims.heading
    digits, numbered = number_and_rows(rows[heading.start : heading.stop])
    if digits is None and heading.start:
        digits, numbered = number_and_rows(rows[: heading.stop])
    texts = [place for line in witness.lines for place in line.text]
    used = {(place.page, word) for place in texts for word in place.words}
    for row in numbered:
        place = _run_of(row, digits or "")
        if place and not any((place.page, word) in used for word in place.words):
            return Fact(place)
    return None


def _run_of(row: LexedRow, digits: str) -> Place | None:
    """The shortest run of words, without another with digits right before it, that ends in these
    digits."""
    texts = ["".join(filter(str.isdecimal, word.text)) for word in row.words]
    for last in range(len(texts)):
        for first in range(last, max(last - _LONGEST, -1), -1):
            if "".join(texts[first : last + 1]).endswith(digits):
                return place_of(row, first, last)
    return None


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


def _label(row: LexedRow) -> Place | None:
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
