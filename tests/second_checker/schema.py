"""Holds JSON values to the part of JSON Schema that the certificate's schema needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Final, TypeAlias

from tests.second_checker.model import Refused

Schema: TypeAlias = dict[str, Any]

_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_BOUNDS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "const": lambda value, bound: value == bound and type(value) is type(bound),
    "enum": lambda value, bound: value in bound,
    "minimum": lambda value, bound: value >= bound,
    "maximum": lambda value, bound: value <= bound,
    "minLength": lambda value, bound: len(value) >= bound,
    "maxLength": lambda value, bound: len(value) <= bound,
    "minItems": lambda value, bound: len(value) >= bound,
    "maxItems": lambda value, bound: len(value) <= bound,
    "pattern": lambda value, bound: re.search(bound, value) is not None,
}


def hold(value: Any, schema: Schema, whole: Schema, where: str = "certificate") -> None:
    """Raise Refused unless the value is as the schema says."""
    if "$ref" in schema:
        hold(value, whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole, where)
    if "anyOf" in schema and not any(_fits(value, one, whole) for one in schema["anyOf"]):
        raise Refused(f"{where}: none of what may stand there")
    if "type" in schema and not _TYPES[schema["type"]](value):
        raise Refused(f"{where}: not of type {schema['type']}")
    for name, holds in _BOUNDS.items():
        if name in schema and not holds(value, schema[name]):
            raise Refused(f"{where}: {name} is {schema[name]}")
    if schema.get("format") == "date":
        _hold_date(value, where)
    if isinstance(value, dict):
        _hold_object(value, schema, whole, where)
    if isinstance(value, list):
        _hold_array(value, schema, whole, where)


def _fits(value: Any, schema: Schema, whole: Schema) -> bool:
    try:
        hold(value, schema, whole)
    except Refused:
        return False
    return True


def _hold_date(value: Any, where: str) -> None:
    try:
        date.fromisoformat(value)
    except ValueError as error:
        raise Refused(f"{where}: no date") from error


def _hold_object(value: dict[str, Any], schema: Schema, whole: Schema, where: str) -> None:
    known = schema.get("properties", {})
    if missing := set(schema.get("required", ())) - set(value):
        raise Refused(f"{where}: {', '.join(sorted(missing))} missing")
    for name, inner in value.items():
        if name in known:
            hold(inner, known[name], whole, f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            raise Refused(f"{where}: {name} is unknown")


def _hold_array(value: list[Any], schema: Schema, whole: Schema, where: str) -> None:
    first = schema.get("prefixItems", [])
    for inner, each in zip(value, first, strict=False):
        hold(inner, each, whole, where)
    if "items" in schema:
        for inner in value[len(first) :]:
            hold(inner, schema["items"], whole, where)
