"""The allowlist of what a model may do: named, described, typed, and frozen before a run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from tools.loop.errors import ToolNameError
from tools.loop.outcome import tools_fingerprint
from tools.providers.base import ToolSpec

if TYPE_CHECKING:
    from pydantic import BaseModel


_SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class CostClass(StrEnum):
    """How long a tool may take: it sets the default timeout, and is named in the events."""

    SHORT = "short"
    LONG = "long"

    @property
    def seconds(self) -> float:
        """The time-out of a tool that names none."""
        return 30.0 if self is CostClass.SHORT else 120.0


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing a model may ask for.

    ``function`` takes the validated ``arguments`` model and returns data of exact JSON types,
    or raises a leaf of ToolError. Only a ``read_only`` tool may run beside others
    (``parallel``) and be answered from memory when asked twice. ``timeout`` is in
    seconds; None takes the class's own.
    """

    name: str
    description: str
    arguments: type[BaseModel]
    function: Callable[[Any], object]
    read_only: bool = True
    parallel: bool = True
    timeout: float | None = None
    cost_class: CostClass = CostClass.SHORT

    @property
    def seconds(self) -> float:
        """How long one call may take."""
        return self.timeout if self.timeout is not None else self.cost_class.seconds

    @property
    def alone(self) -> bool:
        """Whether it must not run beside other calls."""
        return not (self.read_only and self.parallel)


class ToolRegistry:
    """Tools by name. Raises ToolNameError for a name that is not snake_case or is twice."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self._add(tool)
        self.specs = tuple(_spec(t.name, t.description, t.arguments) for t in self._tools.values())
        self.fingerprint = tools_fingerprint(self.specs)

    def _add(self, tool: Tool) -> None:
        fits = 2 <= len(tool.name) <= 64 and _SNAKE_CASE.fullmatch(tool.name)
        if not fits or tool.name in self._tools:
            raise ToolNameError(name=tool.name)
        self._tools[tool.name] = tool

    @property
    def names(self) -> tuple[str, ...]:
        """Every name, in the order in which a model sees them."""
        return tuple(self._tools)

    def find(self, name: str) -> Tool | None:
        """The tool a model means: spaces, `()` and a dotted prefix or dots for `_` are forgiven."""
        bare = name.strip().removesuffix("()").strip()
        for candidate in (bare, bare.replace(".", "_"), bare.rpartition(".")[2]):
            if candidate in self._tools:
                return self._tools[candidate]
        return None

    def nearest(self, name: str) -> str | None:
        """The registered name most like this one, if any is."""
        # Only a model that errs needs it.
        from difflib import get_close_matches

        close = get_close_matches(name.strip().lower(), self._tools, n=1, cutoff=0.5)
        return close[0] if close else None


@lru_cache(maxsize=64)
def _spec(name: str, description: str, arguments: type[BaseModel]) -> ToolSpec:
    return ToolSpec(name, " ".join(description.split()), compact_schema(arguments))


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
