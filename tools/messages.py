"""The words a model and tieout exchange: messages, tool calls and what they used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from db.text import storable


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to have a tool run; ``arguments`` is the JSON text as the model wrote it."""

    id: str
    name: str
    arguments: str

    def __post_init__(self) -> None:
        # What cannot be encoded could be neither sent nor kept.
        for field in ("id", "name", "arguments"):
            object.__setattr__(self, field, storable(getattr(self, field)))


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a run. ``tool_call_id`` says which call a tool's message answers."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", storable(self.content))


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more model calls; ``cached_tokens`` are part of ``input_tokens``."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        """In and out together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
        )


def system(text: str) -> Message:
    """Instructions for the model."""
    return Message(Role.SYSTEM, text)


def user(text: str) -> Message:
    """What a person, or the pipeline in their place, says."""
    return Message(Role.USER, text)


def assistant(text: str, calls: tuple[ToolCall, ...] = ()) -> Message:
    """What the model said, with the calls that it asked for."""
    return Message(Role.ASSISTANT, text, calls)


def tool_result(call_id: str, text: str) -> Message:
    """What a tool answered."""
    return Message(Role.TOOL, text, (), call_id)
