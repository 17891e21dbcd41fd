"""Numbers in JSON, refused unread where they are too large: converting one can take for ever.

Python turns text into a Decimal of any exponent at once, but that into an integer only in hours,
and holds the whole process meanwhile. So every parser of what a model or its server says asks here.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import ClassVar, TypeVar

from tools.errors import ToolsError

#: No amount, number or id needs more.
MOST_DIGITS = 64
_LONGEST = 2 * MOST_DIGITS + 8  # digits, zeros in front of them, a sign, a point, an exponent
T = TypeVar("T")


class RefusedUnreadError(ToolsError, ValueError):
    """This JSON is not read."""

    code: ClassVar[str] = "json_refused"


class NumberTooLargeError(RefusedUnreadError):
    """A number has more than {digits} digits or a larger exponent; write a smaller one."""

    code: ClassVar[str] = "number_too_large"


class Unread(str):
    """A number that is too large to be read, in the words it was written with."""

    __slots__ = ()


def whole(digits: str) -> int:
    """The integer. Raises NumberTooLargeError."""
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise NumberTooLargeError(digits=MOST_DIGITS)
    return int(digits)


def fraction(text: str) -> Decimal:
    """The exact number of what JSON writes as one. Raises NumberTooLargeError."""
    if len(text) > _LONGEST:
        raise NumberTooLargeError(digits=MOST_DIGITS)
    try:
        number = Decimal(text)
    except InvalidOperation:  # an exponent beyond any
        raise NumberTooLargeError(digits=MOST_DIGITS) from None
    if not bounded(number):
        raise NumberTooLargeError(digits=MOST_DIGITS)
    return number


def bounded(number: Decimal) -> bool:
    """Whether a number, wherever it comes from, may be converted to any other kind."""
    return (
        number.is_finite()
        and abs(number.adjusted()) <= MOST_DIGITS
        and len(number.as_tuple().digits) <= MOST_DIGITS
    )


def carried(read: Callable[[str], T]) -> Callable[[str], T | Unread]:
    """As ``read``, but what is too large comes as Unread."""

    def either(text: str) -> T | Unread:
        try:
            return read(text)
        except NumberTooLargeError:
            return Unread(text)

    return either
