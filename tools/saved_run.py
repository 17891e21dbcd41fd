"""A run that waits for a person's yes, as text that can be stored and taken up again later."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from tools.argument_types import Amount
from tools.errors import ToolsError
from tools.jsontext import loads
from tools.limits import Spent
from tools.messages import Image, Message, Role, ToolCall, Usage
from tools.outcome import Answer
from tools.run_state import RunState


class SavedRunError(ToolsError):
    """This run cannot be taken up again: {why}. Start it anew."""

    code: ClassVar[str] = "saved_run_unusable"


class _Call(BaseModel):
    id: str
    name: str
    arguments: str


class _Image(BaseModel):
    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    data: bytes
    media_type: str


class _Message(BaseModel):
    role: Role
    content: str
    tool_calls: tuple[_Call, ...] = ()
    tool_call_id: str | None = None
    images: tuple[_Image, ...] = ()


class SavedRun(BaseModel):
    """Everything that resuming needs. Holds the whole conversation: keep it where the ledger is."""

    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    run_id: str
    tools: str
    messages: tuple[_Message, ...]
    pending: tuple[_Call, ...]
    usage: tuple[int, int, int]
    estimated: bool = False
    turns: int
    calls: int
    tokens: int
    cost: Amount | None
    seconds: float
    call_ids: tuple[str, ...]
    succeeded: tuple[str, ...]
    mistakes: int


def save(state: RunState[Answer]) -> str:
    """The state as JSON text."""
    spent, usage = state.spent, state.usage
    return SavedRun(
        run_id=state.task.run_id,
        tools=state.task.registry.fingerprint,
        messages=tuple(_message(message) for message in state.messages),
        pending=tuple(_call(call) for call in state.pending),
        usage=(usage.input_tokens, usage.output_tokens, usage.cached_tokens),
        estimated=usage.estimated,
        turns=spent.turns,
        calls=spent.calls,
        tokens=spent.tokens,
        cost=spent.cost,
        seconds=state.look_at_clock(),
        call_ids=tuple(sorted(state.call_ids)),
        succeeded=tuple(sorted(state.succeeded)),
        mistakes=state.mistakes,
    ).model_dump_json()


def restore(state: RunState[Answer], text: str) -> tuple[ToolCall, ...]:
    """Put the saved run into a fresh state; the calls that were waiting.

    Raises SavedRunError for text that is none, or when the tools are other ones by now.
    """
    saved = _parsed(text)
    if saved.tools != state.task.registry.fingerprint:
        raise SavedRunError(why="its tools have changed since")
    state.add(*(_restored(message) for message in saved.messages))
    state.usage = Usage(*saved.usage, saved.estimated)
    state.spent = Spent(saved.turns, saved.calls, saved.tokens, saved.cost, saved.seconds)
    state.started -= saved.seconds
    state.call_ids, state.succeeded = set(saved.call_ids), set(saved.succeeded)
    state.mistakes = saved.mistakes
    return tuple(ToolCall(call.id, call.name, call.arguments) for call in saved.pending)


def _parsed(text: str) -> SavedRun:
    try:
        return SavedRun.model_validate(loads(text))
    except ValueError:  # what is no JSON, and pydantic's
        raise SavedRunError(why="it is not a saved run of this version") from None


def _call(call: ToolCall) -> _Call:
    return _Call(id=call.id, name=call.name, arguments=call.arguments)


def _message(message: Message) -> _Message:
    return _Message(
        role=message.role,
        content=message.content,
        tool_calls=tuple(_call(call) for call in message.tool_calls),
        tool_call_id=message.tool_call_id,
        images=tuple(_Image(data=i.data, media_type=i.media_type) for i in message.images),
    )


def _restored(message: _Message) -> Message:
    calls = tuple(ToolCall(call.id, call.name, call.arguments) for call in message.tool_calls)
    images = tuple(Image(image.data, image.media_type) for image in message.images)
    return Message(message.role, message.content, calls, message.tool_call_id, images)
