"""Exports runs as OpenTelemetry spans with the GenAI names, where a collector is configured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.loop.events import (
    Event,
    RequestFailed,
    RequestSent,
    ResponseReceived,
    RunEnded,
    RunStarted,
    ToolCompleted,
    ToolFailed,
    ToolRequested,
)

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer


class SpanSink:
    """One `invoke_agent` span per run, with a `chat` span per request and an `execute_tool` span
    per call beneath it. ``tracer`` None takes the process's own."""

    def __init__(self, tracer: Tracer | None = None) -> None:
        from opentelemetry import trace

        self._tracer = tracer or trace.get_tracer("tieout")
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
        span = self._tracer.start_span("invoke_agent tieout")
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        span.set_attribute("gen_ai.provider.name", event.provider)
        span.set_attribute("gen_ai.request.model", event.model)
        span.set_attribute("tieout.format", event.format)
        span.set_attribute("tieout.tools.fingerprint", event.tools_fingerprint)
        self._runs[event.ids.run] = (span, event)

    def _request(self, event: RequestSent) -> None:
        _, started = self._runs[event.ids.run]
        span = self._child(event, "chat", f"chat {started.model}")
        span.set_attribute("gen_ai.provider.name", started.provider)
        span.set_attribute("gen_ai.request.model", started.model)
        span.set_attribute("gen_ai.request.max_tokens", event.request.max_tokens)

    def _answered(self, event: ResponseReceived | RequestFailed) -> None:
        span = self._open.pop((event.ids.run, "chat"))
        if isinstance(event, RequestFailed):
            span.set_attribute("error.type", event.code)
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
        span.set_attribute("tieout.tool.cost_class", event.cost_class or "unknown")

    def _done(self, event: ToolCompleted | ToolFailed) -> None:
        span = self._open.pop((event.ids.run, f"tool {event.call.id}"))
        if event.envelope.code is not None:
            span.set_attribute("error.type", event.envelope.code)
        span.end()

    def _end(self, event: RunEnded) -> None:
        span, _ = self._runs.pop(event.ids.run)
        span.set_attribute("tieout.status", event.status)
        span.end()

    def _child(self, event: RequestSent | ToolRequested, key: str, name: str) -> Span:
        from opentelemetry.trace import set_span_in_context

        parent, _ = self._runs[event.ids.run]
        span = self._tracer.start_span(name, context=set_span_in_context(parent))
        span.set_attribute("gen_ai.operation.name", name.partition(" ")[0])
        self._open[event.ids.run, key] = span
        return span
