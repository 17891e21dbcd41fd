"""Finds the days that a sentence names, whatever language and order they are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from pipeline.reading.lexing.languages import month_names
from pipeline.reading.lexing.phrases import squeeze

#: Year, month and day; None is what the sentence leaves out.
Reading: TypeAlias = tuple[int | None, int | None, int | None]

_ISO: Final = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_NUMERIC: Final = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d,])")
_CJK: Final = re.compile(r"(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?")
_YEAR_MONTH: Final = re.compile(r"(?<![\d-])(\d{4})[-/](\d{2})(?![\d-])")
_MONTH_YEAR: Final = re.compile(r"(?<![\d/])(\d{1,2})/(\d{4})(?!\d)")
_NO_YEAR: Final = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_TO: Final = r"\s*(?:-|–|—|to|and|bis|und|au|et|al|a|y|e|t/m|до|и)\s*"
_ONE: Final = r"(\d{1,2})(?:st|nd|rd|th|er|re|º|ª|°|\.)?"
_DAY_BEFORE: Final = re.compile(
    rf"(?<![\d.,])(?:{_ONE}{_TO})?{_ONE}\s*(?:de|of|di|del|d['’])?\s*$", re.IGNORECASE
)
_YEAR_BEFORE: Final = re.compile(r"(?<!\d)(\d{4})\.?\s*(?:de\s*)?$")
_DAY_AFTER: Final = re.compile(rf"\.?\s*{_ONE}(?:{_TO}{_ONE})?(?!\d|[.,]\d)", re.IGNORECASE)
_YEAR_AFTER: Final = re.compile(
    r"\.?,?\s*(?:de|of|del|di)?\s*(\d{4})(?!\d|[.,]\d)(?:\s*(?:г|р)\.)?"
)


@dataclass(frozen=True, slots=True)
class PrintedDay:
    """A day, a month of a year, or a day of a month as printed, with all that it can mean.

    ``otherwise`` is the part that may be no day at all, such as the 3 of "in May 3 payments".
    """

    text: str
    readings: frozenset[Reading]
    otherwise: str | None = None


def days_in(text: str) -> tuple[list[PrintedDay], str]:
    """Every day that the text names, and the text with them blanked."""
    found: list[PrintedDay] = []
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            readings = frozenset(each for each in read(*match.groups()) if _is_possible(each))
            if readings:
                found.append(PrintedDay(match[0], readings))
                text = _blanked(text, match.start(), match.end())
    named, text = _with_months_in_words(text)
    return [*found, *named], text


def _iso(year: str, _mark: str, month: str, day: str) -> Iterator[Reading]:
    yield int(year), int(month), int(day)


def _numeric(first: str, _mark: str, second: str, year: str) -> Iterator[Reading]:
    whole = int(year) if len(year) == 4 else 2000 + int(year)
    yield whole, int(second), int(first)
    yield whole, int(first), int(second)


def _cjk(year: str | None, month: str, day: str | None) -> Iterator[Reading]:
    yield int(year) if year else None, int(month), int(day) if day else None


def _year_month(year: str, month: str) -> Iterator[Reading]:
    yield int(year), int(month), None


def _month_year(month: str, year: str) -> Iterator[Reading]:
    yield int(year), int(month), None


def _no_year(first: str, second: str) -> Iterator[Reading]:
    yield None, int(second), int(first)


_READERS: Final = (
    (_ISO, _iso),
    (_NUMERIC, _numeric),
    (_CJK, _cjk),
    (_YEAR_MONTH, _year_month),
    (_MONTH_YEAR, _month_year),
    (_NO_YEAR, _no_year),
)


def _with_months_in_words(text: str) -> tuple[list[PrintedDay], str]:
    found: list[PrintedDay] = []
    for word in _WORD.finditer(text):
        month = month_names().get(squeeze(word[0]))
        if month is not None:
            day = _around(text, word.start(), word.end(), month)
            if day is not None:
                found.append(day[0])
                text = _blanked(text, *day[1:])
    return found, text


def _around(text: str, start: int, end: int, month: int) -> tuple[PrintedDay, int, int] | None:
    """The day of which the month's name at ``start`` to ``end`` is a part; None if it stands
    without any figure."""
    before = _DAY_BEFORE.search(text[:start])
    year = None if before else _YEAR_BEFORE.search(text[:start])
    after = None if before else _DAY_AFTER.match(text, end)
    ending = None if year else _YEAR_AFTER.match(text, after.end() if after else end)
    years, days = _numbers(ending, year), _numbers(before, after)
    if not years and not days:
        return None
    first = min([start, *_edges(before, year)])
    last = max([end, *_edges(after, ending)])
    readings = frozenset((next(iter(years), None), month, day) for day in (days or (None,)))
    loose = after[0] if after and not years else None
    return PrintedDay(text[first:last].strip(), readings, loose), first, last


def _numbers(*matches: re.Match[str] | None) -> list[int]:
    return [int(n) for match in matches if match is not None for n in match.groups() if n]


def _edges(*matches: re.Match[str] | None) -> list[int]:
    return [edge for match in matches if match is not None for edge in match.span()]


def _is_possible(reading: Reading) -> bool:
    year, month, day = reading
    try:
        date(year or 2024, month or 1, day or 1)
    except ValueError:
        return False
    return True


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
