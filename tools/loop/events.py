"""What happens during a run, sent to its listeners, and to OpenTelemetry where configured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..base import NAME, storable
from ..providers.base import Delta, ModelRequest, ModelResponse
from .errors import ToolError
from .json_text import compact, plain
from .messages import Message, ToolCall

if TYPE_CHECKING:
    from opentelemetry.trace import Span, SpanKind, Tracer


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


def failure(
    code: str, message: str, *, hint: str | None = None, field: str | None = None
) -> Envelope:
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
class _ToolAnswered:
    """A call was answered; ``text`` is what is sent to the model."""

    ids: Ids
    call: ToolCall
    envelope: Envelope
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ToolCompleted(_ToolAnswered):
    """A call was answered, with ``ok`` true."""


@dataclass(frozen=True, slots=True)
class ToolFailed(_ToolAnswered):
    """A call was answered with an error; ``error`` is what its tool raised without meaning to."""

    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over; ``unanswered`` counts calls that were never answered: cut off, unreadable, or
    made when no more were possible."""

    ids: Ids
    status: str
    unanswered: int = 0


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


#: What a run ends with that the conventions call an error; a limit is none.
_FAILED = frozenset({"provider_error", "unavailable"})


class SpanSink:
    """One `invoke_agent` span per run, with a `chat` span per request and an `execute_tool` span
    per call beneath it. ``tracer`` None takes the process's own."""

    def __init__(self, tracer: Tracer | None = None) -> None:
        from opentelemetry import trace

        self._tracer = tracer or trace.get_tracer(NAME)
        self._runs: dict[str, tuple[Span, RunStarted]] = {}
        self._open: dict[tuple[str, str], Span] = {}

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._run(event)
        elif isinstance(event, RequestSent):
            self._request(event)
        elif isinstance(event, ResponseReceived | RequestFailed):
            self._answered(event)
        elif isinstance(event, ToolRequested):
            self._tool(event)
        elif isinstance(event, ToolCompleted | ToolFailed):
            self._done(event)
        elif isinstance(event, RunEnded):
            self._end(event)

    def _run(self, event: RunStarted) -> None:
        span = self._tracer.start_span(f"invoke_agent {NAME}")
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        span.set_attribute("gen_ai.provider.name", event.provider)
        span.set_attribute("gen_ai.request.model", event.model)
        span.set_attribute(f"{NAME}.format", event.format)
        span.set_attribute(f"{NAME}.tools.fingerprint", event.tools_fingerprint)
        self._runs[event.ids.run] = (span, event)

    def _request(self, event: RequestSent) -> None:
        from opentelemetry.trace import SpanKind

        _, started = self._runs[event.ids.run]
        span = self._child(event, "chat", f"chat {started.model}", SpanKind.CLIENT)
        span.set_attribute("gen_ai.provider.name", started.provider)
        span.set_attribute("gen_ai.request.model", started.model)
        span.set_attribute("gen_ai.request.max_tokens", event.request.max_tokens)

    def _answered(self, event: ResponseReceived | RequestFailed) -> None:
        span = self._open.pop((event.ids.run, "chat"))
        if isinstance(event, RequestFailed):
            _fail(span, event.code)
        else:
            usage = event.response.usage
            reason = event.response.finish_reason.value
            span.set_attribute("gen_ai.response.finish_reasons", [reason])
            span.set_attribute("gen_ai.usage.input_tokens", usage.input_tokens)
            span.set_attribute("gen_ai.usage.output_tokens", usage.output_tokens)
        span.end()

    def _tool(self, event: ToolRequested) -> None:
        name = event.call.name
        span = self._child(event, f"tool {event.call.id}", f"execute_tool {name}")
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", name)
        span.set_attribute("gen_ai.tool.call.id", event.call.id)
        span.set_attribute(f"{NAME}.tool.cost_class", event.cost_class or "unknown")

    def _done(self, event: ToolCompleted | ToolFailed) -> None:
        span = self._open.pop((event.ids.run, f"tool {event.call.id}"))
        if event.envelope.code is not None:
            _fail(span, event.envelope.code)
        span.end()

    def _end(self, event: RunEnded) -> None:
        span, _ = self._runs.pop(event.ids.run)
        span.set_attribute(f"{NAME}.status", event.status)
        if event.status in _FAILED:
            _fail(span, event.status)
        span.end()

    def _child(
        self, event: RequestSent | ToolRequested, key: str, name: str, kind: SpanKind | None = None
    ) -> Span:
        from opentelemetry.trace import SpanKind, set_span_in_context

        parent, _ = self._runs[event.ids.run]
        context = set_span_in_context(parent)
        span = self._tracer.start_span(name, context, kind or SpanKind.INTERNAL)
        span.set_attribute("gen_ai.operation.name", name.partition(" ")[0])
        self._open[event.ids.run, key] = span
        return span


def _fail(span: Span, code: str) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("error.type", code)
    span.set_status(StatusCode.ERROR)
