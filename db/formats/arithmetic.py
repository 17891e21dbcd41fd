"""Works out the sums that beancount and ledger allow in place of an amount, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from db.formats.bookings import Units

#: Reads one amount at a place in a text, and gives where it ends.
Atom = Callable[[str, int], tuple[Units, int]]

_DEEPEST: Final = 50
_SIGN: Final = re.compile(r"\s*([-+*/()])")


class NotASum(Exception):
    """What is written is no sum of numbers."""


def worked_out(text: str, start: int, atom: Atom) -> tuple[Units, int]:
    """The value of the sum that begins at ``start``, and where it ends.

    ``atom`` reads one amount at a place. Raises ``NotASum``.
    """
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
