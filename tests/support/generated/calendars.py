"""Days as banks print them that count the years from something else."""

from datetime import date, timedelta
from typing import Final

from babel.dates import format_date

REIWA: Final = date(2019, 5, 1)
_FIRST_SOLAR: Final = (date(2011, 3, 21), 1390)
#: Written down from printed calendars, not from a rule.
_LEAP: Final = frozenset({1391, 1395, 1399, 1403, 1408, 1412, 1416})
_SOLAR_MONTHS: Final = (
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور",
    "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
)  # fmt: skip


def dated(when: date, pattern: str, calendar: str, code: str) -> str:
    """The day by a CLDR pattern: in the calendar's own years, and months where it has some."""
    match calendar:
        case "buddhist":
            pattern = _with_year(pattern, when.year + 543)
        case "minguo":
            pattern = _with_year(pattern, when.year - 1911)
        case "reign":
            pattern = _of_reign(when, pattern)
        case "solar":
            return _solar(when, pattern)
    return str(format_date(when, pattern, locale=code))


def _with_year(pattern: str, year: int) -> str:
    return pattern.replace("yyyy", f"'{year}'").replace("yy", f"'{year % 100:02d}'")


def _of_reign(when: date, pattern: str) -> str:
    letter, name, before = ("R", "令和", 2018) if when >= REIWA else ("H", "平成", 1988)
    year = when.year - before
    if "年" in pattern:
        return pattern.replace("yyyy", f"'{name}{year}'")
    return pattern.replace("yyyy", f"'{letter}{year}'").replace("yy", f"'{year:02d}'")


def _solar(when: date, pattern: str) -> str:
    year, month, day = solar(when)
    parts = {
        "yyyy": str(year), "MMMM": _SOLAR_MONTHS[month - 1], "MM": f"{month:02d}", "M": str(month),
        "dd": f"{day:02d}", "d": str(day),
    }  # fmt: skip
    for sign, text in parts.items():
        pattern = pattern.replace(sign, text)
    return pattern


def solar(when: date) -> tuple[int, int, int]:
    """Year, month and day of the calendar of Iran, from 1390 on."""
    start, year = _FIRST_SOLAR
    while when - start >= timedelta(days := 365 + (year in _LEAP)):
        start, year = start + timedelta(days), year + 1
    left = (when - start).days
    lengths = (31,) * 6 + (30,) * 6
    month = 0
    while left >= lengths[month]:
        left -= lengths[month]
        month += 1
    return year, month + 1, left + 1
