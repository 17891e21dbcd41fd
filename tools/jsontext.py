"""JSON without floats: numbers stay the digits they were written with, whichever way they go."""

from __future__ import annotations

import dataclasses
import json
import re
from datetime import date
from decimal import Decimal
from enum import Enum
from json.encoder import encode_basestring
from typing import TypeAlias, cast

from tools.errors import UnserialisableError
from tools.json_numbers import Unread, carried, fraction, whole
from tools.json_pairs import Doubled, each_once, kept

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


def first_value(text: str, start: int = 0) -> tuple[Plain, int]:
    """The value that begins at ``start``, and where it ends. Raises ValueError as `loads` does."""
    if too_deep(text):
        raise ValueError("nested too deeply")
    value, end = _STRICT.raw_decode(text, start)
    return cast(Plain, value), end


def too_deep(text: str) -> bool:
    """Whether objects and lists stand in each other deeper than MOST_NESTED."""
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
    if isinstance(value, date):
        return value.isoformat()
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
