"""What every model looks like to the loop: one request in, one response out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from tools.messages import Message, ToolCall, Usage


class FinishReason(StrEnum):
    """Why the model stopped, in one vocabulary for all providers."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    UNKNOWN = "unknown"


class AnswerMode(StrEnum):
    """How firmly the server is asked for JSON; each rung is the fallback of the one before."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPT = "prompt"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as described to the model; ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, object]

    def __hash__(self) -> int:
        # A schema has none; those of one tool are one object, so that telling them apart is cheap.
        return hash((self.name, self.description))


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """The shape the final answer must have."""

    name: str
    schema: Mapping[str, object]
    mode: AnswerMode = AnswerMode.JSON_SCHEMA
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed reply: text, or a piece of the call at ``index``."""

    text: str = ""
    index: int | None = None
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything one model call needs.

    ``final`` is the shape that the run's answer is to have in the end; ``output_schema`` is what
    this very reply is held to, and ``mode`` how firmly JSON can be asked for. ``timeout`` is in
    seconds; ``on_delta`` asks for streaming and receives the pieces, the response being the same
    as without.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: Literal["auto", "none"] = "auto"
    final: OutputSchema | None = None
    output_schema: OutputSchema | None = None
    mode: AnswerMode = AnswerMode.JSON_SCHEMA
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    timeout: float = 60.0
    on_delta: Callable[[Delta], None] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What the model answered. ``raw`` is the body as the server sent it, for the trace."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason = FinishReason.STOP
    usage: Usage = field(default_factory=Usage)
    raw: str = ""


class Provider(Protocol):
    """A model to ask. ``complete`` raises leaf classes of ProviderError, nothing else."""

    @property
    def name(self) -> str:
        """The provider, as in `models.toml`."""

    @property
    def model(self) -> str:
        """The model, as the provider calls it."""

    def complete(self, request: ModelRequest) -> ModelResponse:
        """Ask once."""
