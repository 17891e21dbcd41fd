"""What a booking of a journal is, and the figures and sums that may be written in one."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Final

from db.formats.journals.text_files import TextFiles
from db.formats.snapshot import MARK, is_ours

#: A number and its commodity as the journal writes it, like ``$`` or ``EUR``.
Units = tuple[Decimal, str]
#: Tags of a transaction that has none: shared, so never written to.
NO_TAGS: Final[dict[str, str]] = {}
#: More digits than any amount that is kept, so that no product of two is rounded.
DIGITS: Final = 100


@dataclass(frozen=True, slots=True)
class Leg:
    """One posting. ``units`` is None where the amount is left out.

    ``weight`` is what the posting counts for in the sum of the transaction, at its cost or price;
    None is not known. ``group`` is ``[`` or ``(`` for a virtual posting. ``only`` is the commodity
    that an amount left out must have. ``asserted`` is the balance after it, and ``assertion`` how
    the tool marks that: with ``*`` it includes subaccounts, doubled it holds all commodities.
    ``written`` is False where the amount is not on the line.
    """

    account: str
    line: int
    units: Units | None = None
    weight: Units | None = None
    on: date | None = None
    value_on: date | None = None
    group: str = ""
    only: str | None = None
    asserted: Units | None = None
    assertion: str = ""
    tags: dict[str, str] | None = None
    written: bool = True


@dataclass(frozen=True, slots=True)
class Booking:
    """One transaction, on the lines ``first`` to ``last`` of ``file``."""

    file: Path
    first: int
    last: int
    on: date
    value_on: date | None
    description: str
    tags: dict[str, str]
    legs: tuple[Leg, ...]

    def tag(self, leg: Leg, name: str) -> str | None:
        """The posting's own tag, else the transaction's."""
        return (leg.tags or NO_TAGS).get(name) or self.tags.get(name) or None

    def is_ours(self, leg: Leg) -> bool:
        """Whether tieout wrote it."""
        return MARK in self.tags or MARK in (leg.tags or NO_TAGS)


def marked(booking: Booking, lines: Sequence[str]) -> Booking:
    """The booking of these lines of its file with our mark, wherever on them it is written."""
    starts = [leg.line - 1 for leg in booking.legs]
    tags = booking.tags
    if is_ours(*lines[booking.first - 1 : starts[0] if starts else booking.last]):
        tags = {**tags, MARK: ""}
    legs = [
        replace(leg, tags={**(leg.tags or NO_TAGS), MARK: ""})
        if is_ours(*lines[start : max(stop, start + 1)])
        else leg
        for leg, start, stop in zip(booking.legs, starts, [*starts[1:], booking.last], strict=False)
    ]
    return replace(booking, tags=tags, legs=tuple(legs))


@dataclass(frozen=True, slots=True)
class Balance:
    """What ``account`` and those below it held when the day ended, give or take ``slack``."""

    file: Path
    line: int
    on: date
    account: str
    units: Units
    slack: Decimal | None

    def tolerance(self) -> Decimal:
        """The slack, which is a unit of the last decimal if none is named, as beancount has it."""
        exponent = self.units[0].as_tuple().exponent
        if self.slack is not None:
            return self.slack
        return (
            Decimal(1).scaleb(exponent)
            if isinstance(exponent, int) and exponent < 0
            else Decimal(0)
        )


@dataclass(frozen=True, slots=True)
class Balancing:
    """How a tool completes a transaction.

    ``implied``: two commodities without a price are an exchange of one for the other.
    ``together``: postings in brackets balance with the others, not among themselves.
    ``rounded``: how an amount that was left out is rounded, given the legs that were written.
    """

    implied: bool
    together: bool = False
    rounded: Callable[[Decimal, str, Iterable[Leg]], Decimal] | None = None


def completed(
    booking: Booking, files: TextFiles, is_own: Callable[[str], bool], how: Balancing
) -> list[Leg]:
    """The legs with the amounts that were left out, one for each commodity.

    A leg whose amount cannot be known is dropped where the account is not one that is read.
    Raises ``SourceMalformed`` where it is.
    """
    if not any(leg.group for leg in booking.legs):
        return _group_completed(booking, booking.legs, files, is_own, how)
    done = [leg for leg in booking.legs if leg.group == "(" and leg.units]
    for leg in booking.legs:
        if leg.group == "(" and not leg.units and is_own(leg.account):
            raise files.malformed(booking.file, leg.line, "this posting has no amount")
    for groups in (("", "["),) if how.together else (("",), ("[",)):
        legs = tuple(leg for leg in booking.legs if leg.group in groups)
        done += _group_completed(booking, legs, files, is_own, how)
    return sorted(done, key=lambda leg: leg.line)


def _group_completed(
    booking: Booking,
    legs: tuple[Leg, ...],
    files: TextFiles,
    is_own: Callable[[str], bool],
    how: Balancing,
) -> list[Leg]:
    rest: dict[str, Decimal] = {}
    missing: Leg | None = None
    known = True
    for leg in legs:
        if leg.units is None:
            if missing is not None:
                reason = "this is the second posting without an amount, and there may be one"
                raise files.malformed(booking.file, leg.line, reason)
            missing = leg
        elif leg.weight is None:
            known = False
        else:
            number, commodity = leg.weight
            rest[commodity] = rest.get(commodity, 0) + number
    if missing is None:
        if known:
            _check(booking, legs, rest, files, how)
        return list(legs)
    if not known:
        if not is_own(missing.account):
            return [leg for leg in legs if leg is not missing]
        reason = "this amount cannot be known, as a cost is left out too; write it"
        raise files.malformed(booking.file, missing.line, reason)
    done: list[Leg] = []
    for leg in legs:
        done += [leg] if leg is not missing else _filled(leg, rest, legs, how)
    if missing.only:
        rest.pop(missing.only, None)
        _check(booking, legs, rest, files, how)
    return done


def _filled(
    missing: Leg, rest: dict[str, Decimal], legs: Iterable[Leg], how: Balancing
) -> list[Leg]:
    filled = []
    for commodity, number in rest.items():
        if number and missing.only in (None, commodity):
            left = how.rounded(-number, commodity, legs) if how.rounded else -number
            units = (left, commodity)
            filled.append(replace(missing, units=units, weight=units, written=False))
    return filled


def _check(
    booking: Booking,
    legs: Iterable[Leg],
    rest: dict[str, Decimal],
    files: TextFiles,
    how: Balancing,
) -> None:
    """Notes a transaction whose sum is not zero: its amounts are what is written all the same."""
    if not any(rest.values()):
        return
    off = {c: n for c, n in rest.items() if abs(n) > tolerance_of(c, legs)}
    priced = any(leg.weight is not leg.units for leg in legs)
    if not off or (how.implied and not priced and len(off) == 2):
        return
    sums = " and ".join(f"{number.normalize():f} {commodity}" for commodity, number in off.items())
    reason = f"the transaction is off balance by {sums}; its amounts were taken as they are"
    files.remark(booking.file, booking.first, reason)


def tolerance_of(commodity: str, legs: Iterable[Leg]) -> Decimal:
    """Half a unit of the last decimal that the coarsest amount in this commodity has."""
    numbers = (leg.units[0] for leg in legs if leg.units and leg.units[1] == commodity)
    return max(map(half_unit, numbers), default=Decimal(0))


def half_unit(number: Decimal) -> Decimal:
    """Half a unit of the last decimal that is written; zero if there are no decimals."""
    exponent = number.as_tuple().exponent
    fraction = isinstance(exponent, int) and exponent < 0
    return Decimal(5).scaleb(int(exponent) - 1) if fraction else Decimal(0)


#: Reads one amount at a place in a text, and gives where it ends.
Atom = Callable[[str, int], tuple[Units, int]]

_DEEPEST: Final = 50
_SIGN: Final = re.compile(r"\s*([-+*/()])")


class NotASum(Exception):
    """What is written is no sum of numbers."""


def worked_out(text: str, start: int, atom: Atom) -> tuple[Units, int]:
    """The value of the sum that begins at ``start``, and where it ends. ``atom`` reads one amount
    at a place. Raises ``NotASum``."""
    return _Sum(text, atom).terms(start, 0)


class _Sum:
    def __init__(self, text: str, atom: Atom) -> None:
        self._text = text
        self._atom = atom

    def terms(self, at: int, depth: int) -> tuple[Units, int]:
        left, at = self._factors(at, depth)
        while sign := self._sign(at, "+-"):
            right, at = self._factors(sign.end(), depth)
            if left[1] != right[1] and left[0] and right[0]:
                raise NotASum
            number = left[0] + right[0] if sign[1] == "+" else left[0] - right[0]
            left = number, left[1] or right[1]
        return left, at

    def _factors(self, at: int, depth: int) -> tuple[Units, int]:
        left, at = self._single(at, depth)
        while sign := self._sign(at, "*/"):
            right, at = self._single(sign.end(), depth)
            if (left[1] and right[1]) or (sign[1] == "/" and not right[0]):
                raise NotASum
            number = left[0] * right[0] if sign[1] == "*" else left[0] / right[0]
            left = number, left[1] or right[1]
        return left, at

    def _single(self, at: int, depth: int) -> tuple[Units, int]:
        if depth > _DEEPEST:
            raise NotASum
        if sign := self._sign(at, "-+"):
            (number, commodity), at = self._single(sign.end(), depth + 1)
            return (-number if sign[1] == "-" else number, commodity), at
        if opened := self._sign(at, "("):
            value, at = self.terms(opened.end(), depth + 1)
            closed = self._sign(at, ")")
            if not closed:
                raise NotASum
            return value, closed.end()
        return self._atom(self._text, at)

    def _sign(self, at: int, wanted: str) -> re.Match[str] | None:
        found = _SIGN.match(self._text, at)
        return found if found and found[1] in wanted else None


def plain(number: str) -> Units:
    """A number with commas between its thousands, as an amount without a commodity."""
    return Decimal(number.replace(",", "")), ""
