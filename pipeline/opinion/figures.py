"""Whether the figures and days in a sentence stand in what its writer was shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

#: Digits with what joins them in an amount, a date or a time, and whether a point follows.
_FIGURE: Final = re.compile(r"(\d(?:[\d.,:/'’\u00a0\u202f-]*\d)?)(\.?)")
_PARTS: Final = re.compile(r"\d+")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
#: An amount without what groups its digits for the eye alone.
_NUMBER: Final = re.compile(r"(\d[\d.,]*?)(?:[.,](\d+))?")
_GROUPING: Final = re.compile(r"['’\u00a0\u202f]")
_POINTS: Final = re.compile(r"[.,]")
_A_GROUP: Final = 3
#: What parts a day's figures; a point alone also parts an amount's.
_PARTING: Final = re.compile(r"\d{1,4}(?:([-/.])\d{1,4}(?:\1\d{1,4})?)?")
_CENTURY: Final = 100


def not_shown(sentence: str, shown: Iterable[str]) -> list[str]:
    """The figures of the sentence that do not stand in what was shown, as they were written.

    Amounts may be written with any separators and days in any order, but each must be one that was
    shown: what was calculated from others is none.
    """
    amounts: set[str] = set()
    days: set[tuple[int, ...]] = set()
    for text in shown:
        amounts.update(form for found in _FIGURE.finditer(text) for form in _forms(found[1]))
        days.update(form for found in _DAY.findall(text) for form in _orders(found))
    odd = [char for char in sentence if char.isnumeric() and not char.isdecimal()]
    return odd + [
        found[1]
        for found in _FIGURE.finditer(sentence)
        if amounts.isdisjoint(_forms(found[1])) and not _is_a_day(found[1], found[2], days)
    ]


def _forms(figure: str) -> Iterator[str]:
    """The ways in which it may be read as a number: without grouping, and without cents that are
    none. What is joined otherwise, such as a time, is only itself."""
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in figure)
    found = _NUMBER.fullmatch(_GROUPING.sub("", plain))
    if found is None:
        yield plain
        return
    whole, cents = _POINTS.sub("", found[1]).lstrip("0") or "0", found[2] or ""
    yield f"{whole}.{cents.rstrip('0')}"
    if len(cents) == _A_GROUP:
        yield f"{(whole + cents).lstrip('0')}."


def _orders(day: str) -> Iterator[tuple[int, ...]]:
    """The numbers of a day in the orders in which people write it, or leave parts of it out."""
    year, month, number = map(int, day.split("-"))
    for some in (year, year % _CENTURY):
        yield from ((some, month, number), (number, month, some), (month, number, some))
    yield from ((number, month), (month, number), (number,), (year,), (year, month))


def _is_a_day(figure: str, point: str, days: set[tuple[int, ...]]) -> bool:
    found = _PARTING.fullmatch(figure)
    if found is None:
        return False
    numbers = tuple(map(int, _PARTS.findall(figure)))
    # "3.06" may be an amount; "3.06.", "3/06" and "3.06.26" are none.
    may_be_amount = found[1] == "." and len(numbers) == 2 and not point
    return numbers in days and not may_be_amount
