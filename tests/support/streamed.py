"""What a model server streams: words, calls, and answers made of what the last tool returned."""

import json
from collections.abc import Callable
from typing import Any

from tests.support.model_server import Reply


def words(text: str, finish: str = "stop") -> Reply:
    """The text in one piece."""
    return _stream(_chunk({"content": text}, finish))


def call(name: str, **arguments: Any) -> Reply:
    """One call of a tool."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    asked: dict[str, object] = {
        "tool_calls": [{"index": 0, "id": f"call_{name}", "function": function}]
    }
    return _stream(_chunk(asked), _chunk({}, "tool_calls"))


def after(
    reply: Callable[[Any], Reply],
) -> Callable[[dict[str, Any]], Reply]:
    """What the model replies to the data of the last result it was sent."""

    def answer(request: dict[str, Any]) -> Reply:
        envelope = json.loads(request["messages"][-1]["content"])
        assert envelope["ok"], envelope
        return reply(envelope["data"])

    return answer


def rows(data: Any) -> list[dict[str, Any]]:
    """The rows of a table, each by its columns."""
    return [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]


def _stream(*chunks: bytes) -> Reply:
    return Reply(events=(*chunks, b"[DONE]"))


def _chunk(delta: dict[str, object], finish: str | None = None) -> bytes:
    return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}).encode()
