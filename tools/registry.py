"""The allowlist of what a model may do: named, described, typed, and frozen before a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tools.errors import ToolNameError
from tools.fingerprint import tools_fingerprint
from tools.providers.base import ToolSpec
from tools.schema import compact_schema

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
    """Tools by name. Raises ToolNameError for a name that is not snake_case or stands twice."""

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
