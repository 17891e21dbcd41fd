"""What a person may mean by what was typed into the search: a text, an amount, a day, a month."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from db.line_search import LineWish
from db.money import AmountOutOfRange, TooManyDecimals, to_minor

#: How many decimals currencies have.
_EXPONENTS: Final = (0, 2, 3)
_GROUP: Final = 3
_AMOUNT: Final = re.compile(r"([+−-]?)\s?(\d[\d.,' ’\u00a0\u202f]{0,30})")
_MONTH: Final = re.compile(r"(\d{4})-(\d\d)")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d")
_DAY: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")


def line_wish(text: str) -> LineWish:
    """The text, and what else it may say of a line."""
    return LineWish(text, tuple(_days(text)), tuple(_amounts(text)))


def month_meant(text: str) -> date | None:
    """The first day of the month that is named as `2025-03`; each has one before and after it."""
    found = _MONTH.fullmatch(text)
    first = _day(int(found[1]), int(found[2]), 1) if found else None
    return first if first and date.min.year < first.year < date.max.year else None


def _days(text: str) -> Iterator[date]:
    """`2025-03-14`, `14.03.2025`; of `03/04/2025` both days that it may be."""
    if _ISO.fullmatch(text):
        year, month, number = map(int, text.split("-"))
        ways = {(year, month, number)}
    elif found := _DAY.fullmatch(text):
        first, second, year = map(int, found.groups())
        ways = {(year, second, first), (year, first, second)}
    else:
        return
    yield from (day for way in sorted(ways) if (day := _day(*way)))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _amounts(text: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """`54.30` and `1.234,56`, of either sign unless one is given, in minor units by decimals."""
    found = _AMOUNT.fullmatch(text)
    if not found:
        return
    signs = (1, -1) if not found[1] else (1,) if found[1] == "+" else (-1,)
    values = set(_values(found[2]))
    for exponent in _EXPONENTS:
        minors = [minor for each in values for minor in _minor(each, exponent)]
        if minors:
            yield exponent, tuple(sorted({minor * sign for minor in minors for sign in signs}))


def _values(digits: str) -> Iterator[Decimal]:
    """What the digits may be: the last point or comma stands before decimals; before three digits
    it may group them as well."""
    plain = "".join(each for each in digits if each.isdigit() or each in ".,")
    at = max(plain.rfind("."), plain.rfind(","))
    whole, decimals = ("", plain) if at < 0 else (plain[:at], plain[at + 1 :])
    together = "".join(each for each in plain if each.isdigit())
    if at < 0 or len(decimals) in (0, _GROUP):
        yield Decimal(together)
    if at >= 0 and 0 < len(decimals) <= _GROUP:
        before = "".join(each for each in whole if each.isdigit())
        yield Decimal(f"{before or '0'}.{decimals}")


def _minor(value: Decimal, exponent: int) -> Iterator[int]:
    try:
        yield to_minor(value, exponent)
    except (TooManyDecimals, AmountOutOfRange):
        return
