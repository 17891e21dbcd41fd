"""A JSON schema in the fewest words: what a model needs to know of a shape, at a third the cost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast


def sketch(schema: Mapping[str, object]) -> str:
    """The shape as TypeScript would write it, like ``{"id":integer|null,"verdict":"a"|"b"}``."""
    if "enum" in schema:
        return "|".join(_literal(value) for value in cast("list[object]", schema["enum"]))
    if "const" in schema:
        return _literal(schema["const"])
    if "properties" in schema:
        return _object(cast("Mapping[str, Mapping[str, object]]", schema["properties"]))
    if "anyOf" in schema:
        return "|".join(
            sketch(each) for each in cast("list[Mapping[str, object]]", schema["anyOf"])
        )
    if "items" in schema:
        return f"[{sketch(cast('Mapping[str, object]', schema['items']))},…]"
    return _type(schema)


def _object(fields: Mapping[str, Mapping[str, object]]) -> str:
    return "{" + ",".join(f'"{name}":{sketch(field)}' for name, field in fields.items()) + "}"


def _type(schema: Mapping[str, object]) -> str:
    kind = schema.get("format") or schema.get("type", "any")
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
