"""The real loop with its real client against a scripted server, in one call."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, WithJsonSchema

from tests.support.model_server import ModelServer, Reply
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.base import Provider
from tools.providers.openai import OpenAIProvider


class Answer(BaseModel):
    """What the runs of these tests answer with."""

    account_id: int


class Arguments(BaseModel):
    """Those of a tool: no field that was not asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Lookup(Arguments):
    """The arguments of the one tool."""

    account_id: int
    amount: Annotated[Decimal, WithJsonSchema({"type": "string"})] | None = None


class Kept:
    """A tool that keeps what it was asked, and answers with exact types."""

    def __init__(self) -> None:
        self.asked: list[Lookup] = []

    def __call__(self, arguments: Lookup) -> object:
        self.asked.append(arguments)
        return {"balance": Decimal("10.10"), "on": date(2026, 1, 31)}


def registry(function: Any = None, **more: Any) -> ToolRegistry:
    """A registry with `get_balance` only."""
    return ToolRegistry([Tool("get_balance", "A balance.", Lookup, function or Kept(), **more)])


def run(
    server: ModelServer,
    function: Any = None,
    *,
    tools: ToolRegistry | None = None,
    task: dict[str, Any] | None = None,
    retries: int = 0,
    provider: Provider | None = None,
    **options: Any,
) -> LoopResult[Answer]:
    """One run; ``options`` are the loop's, ``task`` the task's."""
    asked = provider or OpenAIProvider("m", base_url=server.base_url, max_retries=retries)
    messages = (system("Be brief."), user("Which account?"))
    wanted: dict[str, Any] = {"output": Answer, **(task or {})}
    return ToolLoop(asked, **options).run(Task(messages, tools or registry(function), **wanted))


def tool_messages(server: ModelServer, request: int) -> list[dict[str, Any]]:
    """The tool messages at the end of a request, as sent."""
    messages: list[dict[str, Any]] = server.requests[request].json["messages"]
    found = []
    for message in reversed(messages):
        if message["role"] != "tool":
            break
        found.append(message)
    return found[::-1]


def error(server: ModelServer, request: int) -> dict[str, Any]:
    """The first error of the last tool message in a request."""
    envelope = json.loads(tool_messages(server, request)[-1]["content"])
    first: dict[str, Any] = envelope["errors"][0]
    return first


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
