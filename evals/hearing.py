"""What a made-up model hears in a request: what its calls gave, and how often it has spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tools.loop.json_text import Plain, dumps, loads
from tools.loop.messages import Role
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import says


@dataclass(frozen=True, slots=True)
class Heard:
    """The result of a call that succeeded, beside what was asked."""

    name: str
    arguments: Mapping[str, Plain]
    data: Plain


def heard(request: ModelRequest, name: str | None = None) -> list[Heard]:
    """Every result so far, in order; with ``name`` those of one tool."""
    return [each for each in _all(request) if name in (None, each.name)]


def turn(request: ModelRequest) -> int:
    """How often the model has spoken in this run."""
    return sum(message.role is Role.ASSISTANT for message in request.messages)


def rows(data: Plain) -> list[dict[str, Plain]]:
    """The rows of a result that is a table of columns and rows."""
    if not isinstance(data, dict):
        return []
    columns, values = data.get("columns"), data.get("rows")
    if not isinstance(columns, list) or not isinstance(values, list):
        return []
    names = [str(column) for column in columns]
    return [dict(zip(names, row, strict=True)) for row in values if isinstance(row, list)]


def answer(value: Plain) -> ModelResponse:
    """A final answer in JSON."""
    return says(dumps(value))


def _all(request: ModelRequest) -> Iterator[Heard]:
    asked = {call.id: call for message in request.messages for call in message.tool_calls}
    for message in request.messages:
        call = asked.get(message.tool_call_id or "")
        if message.role is not Role.TOOL or call is None:
            continue
        envelope, arguments = loads(message.content), loads(call.arguments)
        if isinstance(envelope, dict) and envelope.get("ok") and isinstance(arguments, dict):
            yield Heard(call.name, arguments, envelope.get("data"))
