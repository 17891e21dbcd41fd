"""What date a text is, if it is one (section 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from tests.second_checker.letters import squeezed
from tests.second_checker.solar import solar_day
from tests.second_checker.tables import constant, months, pattern

_CENTURY: Final = 45
_LATER: Final = 1957
_BUDDHIST: Final = 2400
_BUDDHIST_AHEAD: Final = 543
_MONTHS: Final = 12
_DAYS: Final = 31
_REPUBLIC: Final = 1911


@dataclass(frozen=True, slots=True)
class DateText:
    """A day as it is printed. ``unsure``: day and month may be the other way round."""

    day: int
    month: int
    year: int | None
    unsure: bool = False
    bare: bool = False
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Era:
    """How the document writes years: the year first, or by a reign."""

    year_first: bool = False
    reign: int | None = None
    solar: bool = False


def stripped(text: str) -> str:
    """The text without what may stand around a date."""
    text = text.strip("():;[]/").rstrip(constant("parse.dates", "_MARKS")).lstrip("-~至到")
    return pattern("parse.dates", "_TIME").sub("", text)


@cache
def read_date(text: str, era: Era) -> DateText | None:
    """The date that a joined text is."""
    bare = stripped(text)
    for read in _readings(era):
        matched, found = read(bare)
        if matched and found and _possible(found):
            plain = _match("_NUMERIC", text.rstrip(constant("parse.dates", "_MARKS")))
            return found if plain else replace(found, order=None)
        if matched:
            return None
    return None


_Reading = Callable[[str], tuple[bool, DateText | None]]


@cache
def _readings(era: Era) -> tuple[_Reading, ...]:
    def short(text: str) -> tuple[bool, DateText | None]:
        return _short(text, era)

    if era.solar:
        return (_solar, *(_whole(read) for read in (_numeric, _ordered, _named)))
    first = (short,) if era.year_first or era.reign is not None else ()
    return (*first, _numeric, _ordered, _named, _of_reign, _of_republic)


def _solar(text: str) -> tuple[bool, DateText | None]:
    day = solar_day(text)
    return day is not None, DateText(day.day, day.month, day.year) if day else None


def _whole(read: _Reading) -> _Reading:
    """A reading of texts with a whole year of the common calendar alone."""

    def reading(text: str) -> tuple[bool, DateText | None]:
        return read(text) if _match("_COMMON_YEAR", text, True) else (False, None)

    return reading


def _possible(found: DateText) -> bool:
    return 1 <= found.day <= _DAYS and 1 <= found.month <= _MONTHS


def _match(name: str, text: str, anywhere: bool = False) -> re.Match[str] | None:
    found = pattern("parse.dates", name)
    return found.search(text) if anywhere else found.match(text)


def full_year(text: str) -> int:
    """A printed year of two or four digits."""
    year = int(text)
    if len(text) <= 2:
        year += 2000 if year < _CENTURY else _LATER
    return year - _BUDDHIST_AHEAD if year > _BUDDHIST else year


def _year(text: str | None) -> int | None:
    return full_year(text) if text else None


def _short(text: str, era: Era) -> tuple[bool, DateText | None]:
    found = _match("SHORT_YMD", text)
    if not found:
        return False, None
    year = full_year(found[1]) if era.reign is None else era.reign + int(found[1])
    return True, DateText(int(found[4]), int(found[3]), year)


def _numeric(text: str) -> tuple[bool, DateText | None]:
    found = _match("_NUMERIC", text)
    if not found or (found[5] == "," and not found[4]):
        return False, None
    one, two, year = int(found[1]), int(found[3]), _year(found[4])
    order = "D" if one > _MONTHS else "M" if two > _MONTHS else None
    unsure = order is None and one != two
    if order is None and found[2] == "." and len(found[4] or "") == 4:
        order = "D"
    bare = _match("_BARE", text) is not None
    day, month = (two, one) if order == "M" else (one, two)
    return True, DateText(day, month, year, unsure, bare, order)


def _ordered(text: str) -> tuple[bool, DateText | None]:
    if found := _match("_ISO", text):
        return True, DateText(int(found[4]), int(found[3]), _year(found[1]))
    if found := _match("_COMPACT", text) or _match("_CJK", text):
        return True, DateText(int(found[3]), int(found[2]), _year(found[1]))
    return False, None


def _named(text: str) -> tuple[bool, DateText | None]:
    for day, name, year in _with_names(text):
        if month := month_of(name):
            return True, DateText(int(day), month, _year(year))
    return False, None


def _with_names(text: str) -> Iterator[tuple[str, str, str | None]]:
    if found := _match("_DAY_MONTH", text):
        yield found[1], found[2], found[3]
    if found := _match("_MONTH_DAY", text):
        yield found[2], found[1], found[3] or found[4]
    if found := _match("_YEAR_MONTH_NAME", text):
        yield found[3], found[2], found[1]


@cache
def month_of(name: str) -> int | None:
    """The month that a name is."""
    letters = squeezed(name)
    ends = (letters, letters.removesuffix("de"))
    befores = ("", *constant("parse.dates", "_BEFORE_MONTH"))
    for end in ends:
        for before in befores:
            if end.startswith(before) and end[len(before) :] in months():
                return months()[end[len(before) :]]
    return None


def _of_reign(text: str) -> tuple[bool, DateText | None]:
    found = _match("_REIGN_DATE", text)
    if not found:
        return False, None
    return True, DateText(int(found[4]), int(found[3]), reign_of(found[1]) + _ordinal(found[2]))


def reign_of(name: str) -> int:
    """The year before a reign's first."""
    return int(constant("parse.dates", "_REIGNS")[name])


def _ordinal(text: str) -> int:
    return 1 if text == "元" else int(text)


def _of_republic(text: str) -> tuple[bool, DateText | None]:
    found = _match("_REPUBLIC", text)
    if not found:
        return False, None
    month, day = (
        (found[a], found[b]) for a, b in ((2, 3), (5, 6), (7, 8)) if found[a] is not None
    ).__next__()
    return True, DateText(int(day), int(month), int(found[1]) + _REPUBLIC)
