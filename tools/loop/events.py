"""What happens during a run, sent to its listeners, and the one shape of a tool's answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from db.text import storable
from tools.loop.errors import ToolError, UnserialisableError
from tools.loop.json_text import compact, plain
from tools.loop.messages import Message, ToolCall
from tools.providers.base import Delta, ModelRequest, ModelResponse


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that went wrong, with how to mend the call."""

    code: str
    message: str
    hint: str | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Envelope:
    """``{ok, data, warnings[], errors[{code, message, hint?, field?}]}``; data is plain JSON."""

    ok: bool
    data: object = None
    warnings: tuple[str, ...] = ()
    errors: tuple[Fault, ...] = ()

    def text(self) -> str:
        """Compact JSON, all four keys always present."""
        errors = [plain(fault) for fault in self.errors]
        whole = {
            "ok": self.ok,
            "data": self.data,
            "warnings": list(self.warnings),
            "errors": errors,
        }
        return storable(compact(whole))

    @property
    def code(self) -> str | None:
        """The first error's code, or None when it worked."""
        return self.errors[0].code if self.errors else None


def success(data: object, warnings: tuple[str, ...] = ()) -> Envelope:
    """What a tool returned; a value without an exact JSON form becomes an error, never a repr."""
    try:
        return Envelope(True, plain(data), warnings)
    except UnserialisableError:
        return failure(
            "unserialisable",
            "the tool's result has no exact JSON form",
            hint="do not repeat this call; answer with what you have",
        )


def failure(
    code: str, message: str, *, hint: str | None = None, field: str | None = None
) -> Envelope:
    """One error."""
    return Envelope(False, errors=(Fault(code, message, hint, field),))


def from_error(error: ToolError) -> Envelope:
    """A tool's own, declared error: the only exception whose text a model may read."""
    return failure(error.code, error.message(), hint=error.hint, field=error.field)


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
