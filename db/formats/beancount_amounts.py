"""The amount of a beancount posting, with its cost and its price, as it counts in the sum."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from db.formats.arithmetic import NotASum, plain, worked_out
from db.formats.bookings import Units
from db.money import UnknownCurrency, exponent_of

NUMBER: Final = r"(?:[0-9]+|[0-9][0-9,]*[0-9])(?:\.[0-9]*)?"
_CURRENCY: Final = r"(?:/[A-Z0-9'._\-]*[A-Z]|[A-Z])(?:[A-Z0-9'._\-]*[A-Z0-9])?"
_SIMPLE: Final = re.compile(rf"(-|\+|)[ \t]*({NUMBER})[ \t]+({_CURRENCY})[ \t]*(?:;.*)?")
_NUMBER: Final = re.compile(rf"\s*({NUMBER})(?![0-9.,])")
_UNIT: Final = re.compile(rf"[ \t]*({_CURRENCY})(?![A-Za-z0-9])[ \t]*")
_COST: Final = re.compile(r"(\{\{|\{)([^{}]*)(\}\}|\})[ \t]*")
_PRICE: Final = re.compile(r"(@@?)[ \t]*")
_LABEL: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\d{4,}[-/]\d{1,2}[-/]\d{1,2}|\*|')


class Malformed(Exception):
    """What follows an account is no amount."""


@cache
def currency_of(commodity: str) -> str | None:
    """The ISO currency of the commodity, if it is one."""
    try:
        exponent_of(commodity)
    except UnknownCurrency:
        return None
    return commodity


def amounts_of(text: str, *, tolerant: bool = False) -> tuple[Units | None, Units | None]:
    """The amount that is written, and what it weighs at its cost or price (None is not known).

    If ``tolerant``, the second is the tolerance of a balance. Raises ``Malformed``.
    """
    simple = _SIMPLE.fullmatch(text)
    if simple:
        number = Decimal(simple[2].replace(",", ""))
        units = (-number if simple[1] == "-" else number, simple[3])
        return units, None if tolerant else units
    if tolerant:
        return _with_tolerance(text)
    number, at = _number(text, 0)
    commodity, at = _unit(text, at)
    units = (number, commodity)
    weight: Units | None = units
    cost = _COST.match(text, at)
    if cost:
        weight = _cost(units, cost)
        at = cost.end()
    price = _PRICE.match(text, at)
    if price:
        priced, at = _price(units, price[1], text, price.end())
        weight = weight if cost else priced
    _ends(text, at)
    return units, weight


def _with_tolerance(text: str) -> tuple[Units, Units | None]:
    number, at = _number(text, 0)
    slack = None
    if text[at:].lstrip().startswith("~"):
        slack, at = _number(text, text.index("~", at) + 1)
    commodity, at = _unit(text, at)
    _ends(text, at)
    return (number, commodity), None if slack is None else (slack, commodity)


def _ends(text: str, at: int) -> None:
    rest = text[at:].strip()
    if rest and rest[0] != ";":
        raise Malformed(f"{rest} is not understood after the amount")


def _number(text: str, at: int) -> tuple[Decimal, int]:
    try:
        (number, _), at = worked_out(text, at, _atom)
    except NotASum:
        raise Malformed(f"{text.strip()} is no amount") from None
    return number, at


def _atom(text: str, at: int) -> tuple[Units, int]:
    found = _NUMBER.match(text, at)
    if not found:
        raise NotASum
    return plain(found[1]), found.end()


def _unit(text: str, at: int) -> tuple[str, int]:
    found = _UNIT.match(text, at)
    if not found:
        raise Malformed(f"{text.strip()} has no currency that is written as one")
    return found[1], found.end()


def _cost(units: Units, cost: re.Match[str]) -> Units | None:
    """What the units cost: the number in braces for each, or for all in double braces."""
    if len(cost[1]) != len(cost[3]):
        raise Malformed("the braces of the cost do not match")
    first, *others = (each.strip() for each in cost[2].split(","))
    # A date, a label or `*` may come first; they say which lot it is, and no price.
    if _LABEL.fullmatch(first):
        first = next((each for each in others if not _LABEL.fullmatch(each)), "")
    each_text, several, total_text = first.partition("#")
    if not first or (several and not each_text.strip()):
        return None
    try:
        number, at = _number(each_text, 0)
        if several:
            total, end = _number(total_text, 0)
            commodity, _ = _unit(total_text, end)
            return units[0] * number + total.copy_sign(units[0]), commodity
        commodity, at = _unit(each_text, at)
    except Malformed:
        if re.fullmatch(rf"\s*{NUMBER}\s*", first):
            return None  # its currency follows from the other legs
        raise
    _ends(each_text, at)
    value = number.copy_sign(units[0]) if len(cost[1]) == 2 else units[0] * number
    return value, commodity


def _price(units: Units, mark: str, text: str, at: int) -> tuple[Units | None, int]:
    rest = text[at:].strip()
    if not rest or rest[0] == ";" or _UNIT.match(text, at):
        return None, len(text)  # what is left out of the price follows from the other legs
    number, at = _number(text, at)
    commodity, at = _unit(text, at)
    value = number.copy_sign(units[0]) if mark == "@@" else units[0] * number
    return (value, commodity), at
