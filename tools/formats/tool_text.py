"""The tools described in words, for models that are given them in the prompt."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tools.providers.base import ToolSpec
from tools.sketch import sketch


def describe(tools: Sequence[ToolSpec]) -> str:
    """One line per tool: its name, its arguments (`?` marks those that may be left out), what it
    does."""
    return "\n".join(f"- {spec.name}({_arguments(spec)}): {spec.description}" for spec in tools)


def _arguments(spec: ToolSpec) -> str:
    fields = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", ())
    assert isinstance(fields, dict)
    assert isinstance(required, list | tuple)
    return ", ".join(
        f"{name}{'' if name in required else '?'}: {sketch(field)}"
        for name, field in fields.items()
    )


def shielded(envelope: str) -> str:
    """A result's JSON with angle brackets escaped, so that it cannot look like markup."""
    return envelope.replace("<", "\\u003c").replace(">", "\\u003e")


def canonical_call(name: str, arguments: str) -> str:
    """A call as one JSON object; the arguments are JSON text already."""
    return f'{{"name":{json.dumps(name)},"arguments":{arguments}}}'
