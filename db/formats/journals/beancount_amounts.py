"""Reads amounts, costs and prices as beancount writes them, and works out its pads."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final

from db.formats.journals.bookings import (
    NO_TAGS,
    Balance,
    Booking,
    Leg,
    NotASum,
    Units,
    plain,
    worked_out,
)
from db.money import UnknownCurrency, exponent_of

NUMBER: Final = r"(?:[0-9]+|[0-9][0-9,]*[0-9])(?:\.[0-9]*)?"
_CURRENCY: Final = r"(?:/[A-Z0-9'._\-]*[A-Z]|[A-Z])(?:[A-Z0-9'._\-]*[A-Z0-9])?"
_SIMPLE: Final = re.compile(rf"(-|\+|)[ \t]*({NUMBER})[ \t]+({_CURRENCY})[ \t]*(?:;.*)?")
_NUMBER: Final = re.compile(rf"\s*({NUMBER})(?![0-9.,])")
_UNIT: Final = re.compile(rf"[ \t]*({_CURRENCY})(?![A-Za-z0-9])[ \t]*")
_COST: Final = re.compile(r"(\{\{|\{)([^{}]*)(\}\}|\})[ \t]*")
_PRICE: Final = re.compile(r"(@@?)[ \t]*")
_LABEL: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\d{4,}[-/]\d{1,2}[-/]\d{1,2}|\*|')


class BadBeancountAmount(Exception):
    """What follows an account is no amount."""


@cache
def currency_of(commodity: str) -> str | None:
    try:
        exponent_of(commodity)
    except UnknownCurrency:
        return None
    return commodity


def amounts_of(text: str, *, tolerant: bool = False) -> tuple[Units | None, Units | None]:
    """The amount that is written, and what it weighs at its cost or price (None is not known). If
    ``tolerant``, the second is the tolerance of a balance. Raises ``BadBeancountAmount``."""
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
        raise BadBeancountAmount(f"{rest} is not understood after the amount")


def _number(text: str, at: int) -> tuple[Decimal, int]:
    try:
        (number, _), at = worked_out(text, at, _atom)
    except NotASum:
        raise BadBeancountAmount(f"{text.strip()} is no amount") from None
    return number, at


def _atom(text: str, at: int) -> tuple[Units, int]:
    found = _NUMBER.match(text, at)
    if not found:
        raise NotASum
    return plain(found[1]), found.end()


def _unit(text: str, at: int) -> tuple[str, int]:
    found = _UNIT.match(text, at)
    if not found:
        raise BadBeancountAmount(f"{text.strip()} has no currency that is written as one")
    return found[1], found.end()


def _cost(units: Units, cost: re.Match[str]) -> Units | None:
    """What the units cost: the number in braces for each, or for all in double braces."""
    if len(cost[1]) != len(cost[3]):
        raise BadBeancountAmount("the braces of the cost do not match")
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
    except BadBeancountAmount:
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


@dataclass(frozen=True, slots=True)
class Pad:
    """Fills ``account`` from ``source`` on this day, up to the next balance."""

    file: Path
    line: int
    on: date
    account: str
    source: str


def padded(
    done: Iterable[tuple[Booking, list[Leg]]],
    pads: list[Pad],
    balances: list[Balance],
    is_own: Callable[[str], bool],
) -> list[tuple[Booking, list[Leg]]]:
    """A transaction for each pad that a balance needs, on the day and the line of the pad."""
    if not pads:
        return []
    by_account: dict[str, list[tuple[date, int, Leg | Pad | Balance]]] = defaultdict(list)
    names = {pad.account for pad in pads}
    for booking, legs in done:
        for leg in legs:
            for name in names.intersection(_with_those_above(leg.account)):
                by_account[name].append((booking.on, 1, leg))
    # On one day: what balances that began with it found, then the pads, then the postings; a
    # balance is kept as of the day before, after its postings.
    for pad in pads:
        by_account[pad.account].append((pad.on, 0, pad))
    for balance in balances:
        if balance.account in names:
            by_account[balance.account].append((balance.on, 2, balance))
    made: list[tuple[Booking, list[Leg]]] = []
    for events in by_account.values():
        made += _fill(sorted(events, key=lambda event: event[:2]))
    return [(b, legs) for b, legs in made if any(is_own(leg.account) for leg in legs)]


def _with_those_above(account: str) -> list[str]:
    parts = account.split(":")
    return [":".join(parts[: count + 1]) for count in range(len(parts))]


def _fill(
    events: Iterable[tuple[date, int, Leg | Pad | Balance]],
) -> list[tuple[Booking, list[Leg]]]:
    made: list[tuple[Booking, list[Leg]]] = []
    held: dict[str, Decimal] = defaultdict(Decimal)
    pad: Pad | None = None
    filled: set[str] = set()
    for _, _, event in events:
        if isinstance(event, Pad):
            pad, filled = event, set()
        elif isinstance(event, Leg):
            if event.units:
                held[event.units[1]] += event.units[0]
        else:
            number, commodity = event.units
            lacks = number - held[commodity]
            if pad and commodity not in filled and abs(lacks) > event.tolerance():
                made.append(_booking(pad, lacks, commodity))
                held[commodity] = number
            filled.add(commodity)
    return made


def _booking(pad: Pad, number: Decimal, commodity: str) -> tuple[Booking, list[Leg]]:
    legs = [
        Leg(pad.account, pad.line, (number, commodity), (number, commodity), written=False),
        Leg(pad.source, pad.line, (-number, commodity), (-number, commodity), written=False),
    ]
    text = f"Padding for {commodity}"
    booking = Booking(pad.file, pad.line, pad.line, pad.on, None, text, NO_TAGS, tuple(legs))
    return booking, legs
