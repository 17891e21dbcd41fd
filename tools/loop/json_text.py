"""JSON without floats: numbers keep their digits, fields have one value, sizes are bounded."""

import dataclasses
import json
import re
from collections.abc import Callable
from datetime import date, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from json.encoder import encode_basestring
from typing import Any, TypeAlias, TypeVar, cast
from uuid import UUID

from .errors import ToolsError, UnserialisableError

#: No amount, number or id needs more.
MOST_DIGITS = 64
_LONGEST = 2 * MOST_DIGITS + 8  # digits, zeros in front of them, a sign, a point, an exponent
T = TypeVar("T")


class RefusedUnreadError(ToolsError, ValueError, code="json_refused"):
    """This JSON is not read."""


class NumberTooLargeError(RefusedUnreadError):
    """A number has more than {digits} digits or a larger exponent; write a smaller one."""


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


Pairs: TypeAlias = list[tuple[str, Any]]


class DuplicateFieldError(RefusedUnreadError):
    """An object names a field twice; write each field once."""


class Doubled(dict[str, Any]):
    """An object that names a field twice, with all its fields as they were written."""

    def __init__(self, pairs: Pairs) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def each_once(pairs: Pairs) -> dict[str, Any]:
    """The object. Raises DuplicateFieldError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DuplicateFieldError
    return found


def kept(pairs: Pairs) -> dict[str, Any]:
    """The object; Doubled where it names a field twice."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else Doubled(pairs)


Plain: TypeAlias = "str | int | Decimal | bool | list[Plain] | dict[str, Plain] | None"


#: Compact JSON of plain types, by an encoder that is made only once; it is called several times
#: a turn.
compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


#: No answer or argument needs more; without a bound one could exhaust the stack.
MOST_NESTED = 64
_STRUCTURE = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{}]', re.DOTALL)


def loads(text: str | bytes) -> Plain:
    """Parse JSON, keeping every fraction as the exact Decimal.

    Raises leaves of RefusedUnreadError for a number that is too large and for an object that
    names a field twice, and ValueError on bad JSON, on ``NaN`` and ``Infinity``, which JSON does
    not have, and on what is nested deeper than MOST_NESTED.
    """
    return _decoded(_STRICT, text)


def loads_around(text: str | bytes) -> Plain:
    """As `loads`, for what only carries a model's JSON on: a number too large becomes Unread, an
    object with a field twice Doubled, and both are written again as they were.

    So they are refused where the model's own words are read, and the model can be asked again.
    """
    return _decoded(_CARRYING, text)


def first_value(text: str) -> tuple[Plain, int]:
    """The value that the text begins with, and where it ends. Raises ValueError as `loads` does."""
    if too_deep(text):
        raise ValueError("nested too deeply")
    value, end = _STRICT.raw_decode(text)
    return cast(Plain, value), end


def objects_in(text: str) -> list[dict[str, Plain]]:
    """Every object of a text that lies in no other, in order; none of what is nested too deeply.
    Raises leaves of RefusedUnreadError."""
    found: list[dict[str, Plain]] = []
    start = -1 if too_deep(text) else text.find("{")
    while start >= 0:
        try:
            value, end = _STRICT.raw_decode(text, start)
            found.append(value)
        except RefusedUnreadError:
            raise
        except ValueError:
            end = start + 1
        start = text.find("{", end)
    return found


def too_deep(text: str) -> bool:
    """Whether objects and lists are in each other deeper than MOST_NESTED."""
    if text.count("{") + text.count("[") <= MOST_NESTED:
        return False
    depth = 0
    for match in _STRUCTURE.finditer(text):
        depth += (match[0] in ("{", "[")) - (match[0] in ("}", "]"))
        if depth > MOST_NESTED:
            return True
    return False


def _decoded(decoder: json.JSONDecoder, text: str | bytes) -> Plain:
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    if too_deep(text):
        raise ValueError("nested too deeply")
    return cast(Plain, decoder.decode(text))


def dumps(value: Plain) -> str:
    """Compact JSON; a Decimal is written with its own digits as a number."""
    if isinstance(value, dict):
        fields = value.pairs if isinstance(value, Doubled) else value.items()
        return "{" + ",".join(f"{encode_basestring(k)}:{dumps(v)}" for k, v in fields) + "}"
    if isinstance(value, list):
        return "[" + ",".join(dumps(item) for item in value) + "]"
    if isinstance(value, Decimal | Unread):
        return str(value)
    if isinstance(value, str):
        return encode_basestring(value)
    # A bare number needs no encoder; True and False are ints, too, but not by type.
    return str(value) if type(value) is int else compact(value)


def canonical(value: Plain) -> str:
    """The one text of a value, whatever the order of its keys; for comparing and hashing."""
    if isinstance(value, dict):
        value = {key: value[key] for key in sorted(value)}
        return (
            "{" + ",".join(f"{encode_basestring(k)}:{canonical(v)}" for k, v in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return dumps(value)


_ATOMS = frozenset((str, int, bool, type(None)))


def plain(value: object) -> object:
    """The value as JSON types, money as strings; raises UnserialisableError (floats included)."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if isinstance(value, list | tuple):
        return [item if type(item) in _ATOMS else plain(item) for item in value]
    if isinstance(value, dict):
        return {_key(key): plain(item) for key, item in value.items()}
    return _plain_leaf(value)


def _plain_leaf(value: object) -> object:
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=compact)
    # A pydantic model, known by its fields so that pydantic need not be imported to ask.
    names = getattr(type(value), "model_fields", None)
    if names is not None:
        return _fields({name: getattr(value, name) for name in names})
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields({f.name: getattr(value, f.name) for f in dataclasses.fields(value)})
    raise UnserialisableError(kind=type(value).__name__)


def _fields(fields: dict[str, object]) -> object:
    return {name: plain(value) for name, value in fields.items() if value is not None}


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise UnserialisableError(kind=f"mapping keyed by {type(key).__name__}")
    return key


def _refuse_constant(name: str) -> Plain:
    raise ValueError(f"{name} is not JSON")


_STRICT = json.JSONDecoder(
    object_pairs_hook=each_once,
    parse_int=whole,
    parse_float=fraction,
    parse_constant=_refuse_constant,
)
_CARRYING = json.JSONDecoder(
    object_pairs_hook=kept,
    parse_int=carried(whole),
    parse_float=carried(fraction),
    parse_constant=_refuse_constant,
)
