"""The allowlist of what a model may do: named, described, typed, and frozen before a run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache, partial, wraps
from inspect import (
    Parameter,
    cleandoc,
    isasyncgenfunction,
    iscoroutinefunction,
    isgeneratorfunction,
    signature,
)
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_type_hints

from ..providers.base import ToolSpec
from .errors import ToolNameError
from .json_text import compact, plain
from .outcome import tools_fingerprint

if TYPE_CHECKING:
    from pydantic import BaseModel


_NOT_PLAIN = (
    "is asynchronous or a generator, and tools are called in threads: return a value, by"
    " asyncio.run(…) or list(…)"
)
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
        return self.timeout if self.timeout is not None else self.cost_class.seconds

    @property
    def alone(self) -> bool:
        """Whether it must not run beside other calls."""
        return not (self.read_only and self.parallel)


def tool(function: Callable[..., object] | None = None, /, **options: Any) -> Any:
    """A tool of a typed function: its name, its docstring, its arguments by their types.

    A section `Args:` of the docstring describes the arguments one by one. ``options`` are those of
    `Tool`, such as ``read_only=False``, for `@tool(…)`.
    """
    if function is None:
        return partial(tool, **options)
    from pydantic import create_model

    text, _, listed = cleandoc(function.__doc__ or function.__name__).partition("\nArgs:\n")
    described = dict(_ARGUMENT.findall(listed))
    fields = {
        name: _field(each, get_type_hints(function, include_extras=True), described.get(name))
        for name, each in signature(function).parameters.items()
    }
    arguments: type[BaseModel] = create_model(
        "Arguments", __config__={"extra": "forbid"}, **cast("dict[str, Any]", fields)
    )

    @wraps(function)
    def called(given: BaseModel) -> object:
        return function(**{name: getattr(given, name) for name in fields})

    # As plain as the function is: the registry refuses what would never run.
    plainly = function if _never_runs(function) else called
    return Tool(function.__name__, text.partition("\n\n")[0], arguments, plainly, **options)


_ARGUMENT = re.compile(r"^ +(\w+)(?: ?\([^)]*\))?: *(.+)$", re.MULTILINE)


def _field(parameter: Parameter, hints: Mapping[str, Any], description: str | None) -> object:
    from pydantic import Field

    given = parameter.default
    default = ... if given is Parameter.empty else given
    return hints.get(parameter.name, Any), Field(default, description=description)


def _never_runs(function: Callable[..., object]) -> bool:
    """Whether a call of it only begins something that no one goes on with."""
    strange = (isgeneratorfunction, iscoroutinefunction, isasyncgenfunction)
    return any(kind(function) for kind in strange)


class ToolRegistry:
    """Tools by name. Raises ToolNameError for a name that is not snake_case or is twice, and
    TypeError for a function that would never run.

    ``serialise`` turns what a tool returns into JSON types; the loop's own refuses floats.
    """

    def __init__(
        self, tools: Iterable[Tool] = (), *, serialise: Callable[[object], object] = plain
    ) -> None:
        self._serialise = serialise
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self._add(tool)
        self.specs = tuple(_spec(t.name, t.description, t.arguments) for t in self._tools.values())
        self.fingerprint = tools_fingerprint(self.specs)

    def _add(self, tool: Tool) -> None:
        fits = 2 <= len(tool.name) <= 64 and _SNAKE_CASE.fullmatch(tool.name)
        if not fits or tool.name in self._tools:
            raise ToolNameError(name=tool.name)
        if _never_runs(tool.function):
            raise TypeError(f"{tool.name} {_NOT_PLAIN}")
        self._tools[tool.name] = tool

    def serialised(self, value: object) -> object:
        """The value as JSON types. Raises what the serialiser does for what has none."""
        data = self._serialise(value)
        if self._serialise is not plain:
            compact(data)
        return data

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Every tool, in the order in which a model sees them."""
        return tuple(self._tools.values())

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


Schema: TypeAlias = Mapping[str, object]

_NOISE = ("title", "default", "discriminator")
#: What is a schema itself, what is a list of them, and what is a mapping to them.
_ONE, _SEVERAL = ("items", "additionalProperties"), ("anyOf", "prefixItems")
_NAMED = ("properties", "$defs")


@cache
def compact_schema(model: type[BaseModel]) -> dict[str, object]:
    """The model's JSON schema without titles, defaults, nulls and empty lists, which some servers
    refuse. A definition is written where it is used; only one that contains itself is referred to.
    """
    compact = _Compact(model.model_json_schema(), nulls=False).schema()
    compact.pop("description", None)
    return compact


@cache
def answer_schema(model: type[BaseModel]) -> dict[str, object]:
    """The schema of an answer: as compact, but null stays allowed and, as strict servers demand,
    every field is required and no other allowed."""
    return _strict(_Compact(model.model_json_schema(), nulls=True).schema())


def _strict(node: dict[str, object]) -> dict[str, object]:
    if "properties" in node:
        node["required"] = list(cast(Schema, node["properties"]))
        node.setdefault("additionalProperties", False)
    node.pop("description", None)
    return _each(node, lambda inner: _strict(dict(inner)))


def _each(node: Schema, change: Callable[[Schema], object]) -> dict[str, object]:
    def changed(key: str, value: object) -> object:
        if key in _ONE and isinstance(value, Mapping):
            return change(value)
        if key in _SEVERAL and isinstance(value, list):
            return [change(each) for each in value]
        if key in _NAMED and isinstance(value, Mapping):
            return {name: change(each) for name, each in value.items()}
        return value

    return {key: changed(key, value) for key, value in node.items()}


class _Compact:
    """Writes one schema; ``nulls`` says whether a field may also be null."""

    def __init__(self, schema: Schema, *, nulls: bool) -> None:
        self._root = dict(schema)
        self._defined = cast("Mapping[str, Schema]", self._root.pop("$defs", {}))
        self._nulls = nulls
        self._endless = {name for name in self._defined if name in self._reached(name, set())}

    def schema(self) -> dict[str, object]:
        target = self._root.get("$ref")
        root = self._defined[_name(target)] if target else self._root
        whole = self._of(root)
        if self._endless:
            whole["$defs"] = {name: self._of(self._defined[name]) for name in sorted(self._endless)}
        return whole

    def _reached(self, name: str, seen: set[str]) -> set[str]:
        """The definitions that one comes to from another."""
        for found in set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(self._defined[name]))) - seen:
            seen.add(found)
            self._reached(found, seen)
        return seen

    def _of(self, node: Schema) -> dict[str, object]:
        node = dict(node)
        target = _name(node.pop("$ref", None))
        if target in self._endless:
            return {"$ref": f"#/$defs/{target}"}
        if target:
            node = {**self._defined[target], **node}
            return self._of(node)
        if "oneOf" in node:  # strict servers know only the other word
            node["anyOf"] = node.pop("oneOf")
        kept = {k: v for k, v in node.items() if k not in _NOISE and v != []}
        if isinstance(kept.get("additionalProperties"), bool):
            del kept["additionalProperties"]
        if "(?" in str(kept.get("pattern")):  # looking around is what no server's grammar can
            del kept["pattern"]
        return self._without_null(_each(kept, self._of))

    def _without_null(self, node: dict[str, object]) -> dict[str, object]:
        """The node with an `or null` dropped, or folded into its type."""
        options = cast("list[dict[str, object]]", node.get("anyOf", []))
        solid = [option for option in options if option.get("type") != "null"]
        if len(solid) == len(options):
            return node
        if len(solid) > 1:
            return node if self._nulls else {**node, "anyOf": solid}
        del node["anyOf"]
        return {**(_or_null(solid[0]) if self._nulls else solid[0]), **node}


def _name(target: object) -> str:
    return str(target or "").rpartition("/")[2]


def _or_null(node: dict[str, object]) -> dict[str, object]:
    if "enum" in node and "type" in node:
        node = {**node, "enum": [*cast("list[object]", node["enum"]), None]}
    if isinstance(node.get("type"), str) and "const" not in node:
        return {**node, "type": [node["type"], "null"]}
    return {"anyOf": [node, {"type": "null"}]} if node else node


def sketch(schema: Schema) -> str:
    """The shape as TypeScript would write it, like ``{"id":integer|null,"verdict":"a"|"b"}``."""
    return _sketch(schema) + sketch_of_definitions(schema)


def sketch_of_definitions(schema: Schema) -> str:
    """What a sketch names and does not write out, since it contains itself."""
    named = cast("Mapping[str, Schema]", schema.get("$defs", {}))
    return "".join(f"; {name} is {_sketch(each)}" for name, each in named.items())


def _sketch(schema: Schema) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "enum" in schema or "const" in schema:
        values = cast("list[object]", schema.get("enum", [schema.get("const")]))
        return "|".join(json.dumps(value, ensure_ascii=False) for value in values)
    if "anyOf" in schema:
        return "|".join(map(_sketch, cast("list[Schema]", schema["anyOf"])))
    if "prefixItems" in schema:
        return f"[{','.join(map(_sketch, cast('list[Schema]', schema['prefixItems'])))}]"
    if "items" in schema:
        return f"[{_sketch(cast(Schema, schema['items']))},…]"
    fields = dict(cast("Mapping[str, Schema]", schema.get("properties", {})))
    if isinstance(schema.get("additionalProperties"), Mapping):
        fields["…"] = cast(Schema, schema["additionalProperties"])
    if fields:
        return "{" + ",".join(f'"{name}":{_sketch(each)}' for name, each in fields.items()) + "}"
    kind = schema.get("format") or schema.get("type", "any")
    return "|".join(kind) if isinstance(kind, list) else str(kind)
