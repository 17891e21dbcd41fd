"""Days of the solar calendar (section 5)."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from tests.second_checker.letters import squeezed
from tests.second_checker.tables import pattern, solar_months

_YEARS: Final = range(1370, 1430)
_NEW_YEAR: Final = date(1991, 3, 21)
_LENGTHS: Final = (31,) * 6 + (30,) * 5


def solar_day(text: str) -> date | None:
    """The day of the common calendar that a text of the solar one is."""
    if found := _match("_SOLAR_YMD", text):
        return _day(int(found[1]), int(found[3]), int(found[4]))
    if found := _match("_SOLAR_DMY", text):
        return _day(int(found[4]), int(found[3]), int(found[1]))
    if found := _match("_SOLAR_NAMED", text):
        return _day(int(found[3]), solar_months().get(squeezed(found[2]), 0), int(found[1]))
    return None


def shows_solar(text: str, before: str) -> bool:
    """Whether a token is such a day, or a year behind a month's name."""
    numeric = _match("_SOLAR_YMD", text) or _match("_SOLAR_DMY", text)
    return numeric is not None or solar_day(f"1{before}{text}") is not None


def _match(name: str, text: str) -> re.Match[str] | None:
    return pattern("parse.dates", name).match(text)


def _is_leap(year: int) -> bool:
    return (25 * year + 11) % 33 < 8


def _day(year: int, month: int, day: int) -> date | None:
    if year not in _YEARS or not 1 <= month <= 12:
        return None
    lengths = (*_LENGTHS, 30 if _is_leap(year) else 29)
    if not 1 <= day <= lengths[month - 1]:
        return None
    years = sum(366 if _is_leap(one) else 365 for one in range(_YEARS[0], year))
    return _NEW_YEAR + timedelta(days=years + sum(lengths[: month - 1]) + day - 1)
