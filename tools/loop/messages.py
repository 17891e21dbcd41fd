"""The words a model and a program exchange: messages, tool calls and what they used."""

import base64
from dataclasses import dataclass, field
from enum import StrEnum

from ..base import storable


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to have a tool run; ``arguments`` is the JSON text as the model wrote it.
    ``kept`` is the provider's own, JSON that goes back to it unread, such as a signature."""

    id: str
    name: str
    arguments: str
    kept: str = ""

    def __post_init__(self) -> None:
        # What cannot be encoded could be neither sent nor kept.
        for part in ("id", "name", "arguments"):
            object.__setattr__(self, part, storable(getattr(self, part)))


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that goes with a message; its bytes are in no repr, and so in no log."""

    data: bytes = field(repr=False)
    media_type: str = "image/png"

    @property
    def base64(self) -> str:
        """The bytes as the protocols write them."""
        return base64.b64encode(self.data).decode()


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a run. ``tool_call_id`` says which call a tool's message answers; ``images``
    are only for a model that `sees`. ``kept`` is a model's reasoning as its provider wants it
    back, JSON that no one else reads."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    images: tuple[Image, ...] = ()
    kept: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", storable(self.content))


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more model calls; ``cached_tokens`` are part of ``input_tokens``.
    ``estimated`` says that a server reported none for a call, which was guessed by its size."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
        )


def system(text: str) -> Message:
    return Message(Role.SYSTEM, text)


def user(text: str, images: tuple[Image, ...] = ()) -> Message:
    """What a person, or the pipeline in their place, says and shows."""
    return Message(Role.USER, text, images=images)


def assistant(text: str, calls: tuple[ToolCall, ...] = ()) -> Message:
    return Message(Role.ASSISTANT, text, calls)


def tool_result(call_id: str, text: str) -> Message:
    return Message(Role.TOOL, text, (), call_id)
