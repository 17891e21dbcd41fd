"""What happens during a run, sent to whoever listens: the trace, a screen, a telemetry exporter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tools.envelope import Envelope
from tools.messages import Message, ToolCall
from tools.providers.base import Delta, ModelRequest, ModelResponse


@dataclass(frozen=True, slots=True)
class Ids:
    """Where an event belongs. ``request`` counts model calls from 1; ``parent`` is the caller's
    own id, such as an import's."""

    run: str
    request: int
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins."""

    ids: Ids
    provider: str
    model: str
    format: str
    tools_fingerprint: str


@dataclass(frozen=True, slots=True)
class RequestSent:
    """The model is asked; ``new`` are the messages it has not seen in this run."""

    ids: Ids
    request: ModelRequest
    new: tuple[Message, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Streamed:
    """A piece of the reply, while it is being written."""

    ids: Ids
    delta: Delta


@dataclass(frozen=True, slots=True)
class ResponseReceived:
    """The model answered."""

    ids: Ids
    response: ModelResponse
    seconds: float


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """The model could not be asked; ``status`` is the HTTP status where there was one."""

    ids: Ids
    code: str
    seconds: float
    status: str | None = None


@dataclass(frozen=True, slots=True)
class ToolRequested:
    """A call is about to be answered; ``cost_class`` is `short` or `long`, None if unknown."""

    ids: Ids
    call: ToolCall
    cost_class: str | None


@dataclass(frozen=True, slots=True)
class ToolCompleted:
    """A call was answered, with ``ok`` true; ``text`` is what is sent to the model."""

    ids: Ids
    call: ToolCall
    envelope: Envelope
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ToolFailed:
    """A call was answered with an error."""

    ids: Ids
    call: ToolCall
    envelope: Envelope
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over."""

    ids: Ids
    status: str


Event: TypeAlias = (
    RunStarted
    | RequestSent
    | Streamed
    | ResponseReceived
    | RequestFailed
    | ToolRequested
    | ToolCompleted
    | ToolFailed
    | RunEnded
)
EventSink: TypeAlias = Callable[[Event], None]
