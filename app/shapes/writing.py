"""How every shape is made of what has the same names, and how it is written as JSON.

A `JsonShape` is a frozen dataclass and the one definition of its JSON: `shaped` fills it,
`json_text` writes it, and `docs.json_schemas` makes its JSON Schema. Money is a Decimal with its
currency's decimals and is written as a string, a date is ISO, and None is what no one knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    TypeVar,
    dataclass_transform,
    get_args,
    get_type_hints,
)

from db.money import to_decimal
from db.text import escaped_in_json
from pipeline.words import Box

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: Counted up only if a name changes its meaning or leaves; a new name does not count.
SCHEMA_VERSION: Final = 1

Kind = TypeVar("Kind", bound="DataclassInstance")


@dataclass_transform(kw_only_default=True, frozen_default=True)
class JsonShape:
    """Whatever is below it is a frozen dataclass, made with keywords."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Versioned(JsonShape):
    """Whatever is printed alone says which version of its schema it follows."""

    schema_version: Literal[1] = SCHEMA_VERSION


def shaped(kind: type[Kind], source: object, exponent: int = 0, **given: object) -> Kind:
    """A shape of what is ``given``, and of the source's attributes of the same names for the rest.

    Money is minor units of ``exponent`` decimals in the source."""
    values = dict(given)
    for name, is_money in _wanted(kind):
        if name not in values:
            value = getattr(source, name)
            values[name] = money(value, exponent) if is_money else _fine_enough(value)
    return kind(**values)


def money(minor: int | None, exponent: int) -> Decimal | None:
    """Exactly as many decimals as the currency has, or None."""
    return None if minor is None else to_decimal(minor, exponent)


def json_text(
    value: object, indent: int | None = 2, plain: Callable[[Any], object] | None = None
) -> str:
    """A shape, or a list of them, as JSON in which nothing acts unseen; ``plain`` makes of each
    shape within what JSON knows, where that is not `plain_value`."""
    text = json.dumps(value, default=plain or plain_value, ensure_ascii=False, indent=indent)
    return escaped_in_json(text)


def by_name(shape: DataclassInstance) -> dict[str, Any]:
    """The fields of a shape, to be named in a sentence or a JSON object."""
    return {each.name: getattr(shape, each.name) for each in fields(shape)}


@cache
def _wanted(kind: type[DataclassInstance]) -> tuple[tuple[str, bool], ...]:
    """The fields that have no value of their own, and whether each is money."""
    hints, own = get_type_hints(kind), fields(kind)
    return tuple(
        (each.name, Decimal in (hints[each.name], *get_args(hints[each.name])))
        for each in own
        if each.default is MISSING
    )


def _fine_enough(value: object) -> object:
    # A hundredth of a point is finer than any printer.
    return Box(*(round(edge, 2) for edge in value)) if isinstance(value, Box) else value


def plain_value(value: Any) -> object:
    """What json itself does not know."""
    if is_dataclass(value) and not isinstance(value, type):
        return by_name(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    return value.model_dump(mode="json")
