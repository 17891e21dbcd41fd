"""JSON schemas as small as they can be: a model pays for every byte of them on every turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pydantic import BaseModel

# Some servers refuse bounds in a schema that they are to hold replies to.
_BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern")
_NOISE = ("title", "default", "additionalProperties", *_BOUNDS)


@cache
def compact_schema(model: type[BaseModel]) -> dict[str, object]:
    """The model's JSON schema without titles, defaults, nulls, references and empty lists.

    Some servers refuse ``required: []`` and ``$ref``, so neither is ever sent. Bounds and the ban
    on other fields are left to the validation, whose error names the field when it matters.
    """
    schema = model.model_json_schema()
    definitions = cast(Mapping[str, object], schema.pop("$defs", {}))
    compact = _compact(schema, definitions)
    compact.pop("description", None)
    return compact


@cache
def answer_schema(model: type[BaseModel]) -> dict[str, object]:
    """The schema of an answer: as compact, but null stays allowed and, as strict servers demand,
    every field is required and no other allowed."""
    schema = model.model_json_schema()
    definitions = cast(Mapping[str, object], schema.pop("$defs", {}))
    return _strict(_compact(schema, definitions, nulls=True))


def _strict(node: dict[str, object]) -> dict[str, object]:
    if "properties" in node:
        fields = cast("dict[str, dict[str, object]]", node["properties"])
        node["required"] = list(fields)
        node["additionalProperties"] = False
        for field in fields.values():
            _strict(field)
    if isinstance(node.get("items"), dict):
        _strict(cast("dict[str, object]", node["items"]))
    node.pop("description", None)
    return node


def _compact(
    node: Mapping[str, object], definitions: Mapping[str, object], nulls: bool = False
) -> dict[str, object]:
    node = _resolved(node, definitions, nulls)
    kept = {key: value for key, value in node.items() if key not in _NOISE and value != []}
    if "properties" in kept:
        fields = cast(Mapping[str, Mapping[str, object]], kept["properties"])
        kept["properties"] = {
            name: _compact(field, definitions, nulls) for name, field in fields.items()
        }
    if isinstance(kept.get("items"), Mapping):
        kept["items"] = _compact(cast(Mapping[str, object], kept["items"]), definitions, nulls)
    return kept


def _resolved(
    node: Mapping[str, object], definitions: Mapping[str, object], nulls: bool
) -> dict[str, object]:
    """The node with its reference followed, and an `or null` dropped or folded into its type."""
    found = dict(node)
    if "$ref" in found:
        target = cast(str, found.pop("$ref")).rpartition("/")[2]
        found = {**cast(Mapping[str, object], definitions[target]), **found}
    options = cast("list[Mapping[str, object]]", found.get("anyOf", []))
    solid = [option for option in options if option.get("type") != "null"]
    if len(solid) == 1 and len(options) == 2:
        del found["anyOf"]
        found = {**_resolved(solid[0], definitions, nulls), **found}
        if nulls:
            _allow_null(found)
    return found


def _allow_null(node: dict[str, object]) -> None:
    node["type"] = [node["type"], "null"]
    if isinstance(node.get("enum"), list):
        node["enum"] = [*cast("list[object]", node["enum"]), None]
