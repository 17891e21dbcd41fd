"""A trace shows what happened and nothing private, and can be lived through again."""

import json
from dataclasses import replace

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import BaseModel

from tests.support.loops import Arguments
from tools.base import NAME
from tools.loop.events import SpanSink
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import Capture, LoopResult, Status, Trace, masked
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import (
    ReplayMismatchError,
    ReplayProvider,
    ScriptedProvider,
    TraceNotReplayableError,
    calls,
    says,
)


class Say(Arguments):
    word: str


class Answer(BaseModel):
    total: str


TASK = Task(
    (system("Be brief."), user("What is in DE89 3704 0044 0532 0130 00?")),
    ToolRegistry([Tool("say", "Say.", Say, lambda a: {"said": a.word})]),
    Answer,
)


def record(capture: Capture = Capture.FULL) -> LoopResult[Answer]:
    script = [calls(("say", {"word": "DE89370400440532013000"})), says('{"total":"1.10"}')]
    return ToolLoop(ScriptedProvider(script), capture=capture).run(TASK)


def test_a_redacted_trace_holds_no_account_number_and_no_text() -> None:
    text = record(Capture.REDACTED).trace.jsonl()
    assert "89370400" not in text
    assert "Be brief" not in text
    assert "1.10" not in text
    kinds = [json.loads(line)["kind"] for line in text.splitlines()]
    assert kinds == ["run", "request", "response", "tool", "request", "response", "end"]


def test_every_request_has_its_fingerprint_and_only_what_is_new() -> None:
    requests = [e for e in record().trace.entries if e["kind"] == "request"]
    assert [len(str(e["fingerprint"])) for e in requests] == [64, 64]
    assert [len(e["new"]) for e in requests] == [2, 2]  # type: ignore[arg-type]
    assert [e["fingerprint"] for e in requests] == [
        e["fingerprint"] for e in record().trace.entries if e["kind"] == "request"
    ]


def test_other_tools_are_another_run() -> None:
    tools = ToolRegistry([Tool("say", "Say it.", Say, lambda a: {"said": a.word})])
    with pytest.raises(ReplayMismatchError, match="its tools"):
        ToolLoop(ReplayProvider(record().trace)).run(replace(TASK, registry=tools))


@pytest.mark.parametrize("trace", [Trace(), record(Capture.REDACTED).trace])
def test_a_trace_that_says_too_little_cannot_be_replayed(trace: Trace) -> None:
    with pytest.raises(TraceNotReplayableError):
        ReplayProvider(trace)


def test_a_recorded_failure_fails_again() -> None:
    def refuse(_request: ModelRequest) -> ModelResponse:
        from tools.loop.errors import ProviderRejectedError

        raise ProviderRejectedError(status=401)

    failed = ToolLoop(ScriptedProvider([refuse]), capture=Capture.FULL).run(TASK)
    again = ToolLoop(ReplayProvider(failed.trace)).run(TASK)
    assert again.status is failed.status is Status.PROVIDER_ERROR
    assert again.error == failed.error


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("DE89 3704 0044 0532 0130 00", "…0 00"),
        ("4111111111111111", "…1111"),
        ("on 2026-03-01 and 2026-03-31", "on 2026-03-01 and 2026-03-31"),
        ('{"account_id":12,"amount":"-1234.50"}', '{"account_id":12,"amount":"-1234.50"}'),
    ],
)
def test_what_could_be_an_account_number_is_masked(text: str, safe: str) -> None:
    assert masked(text) == safe


def spans() -> tuple[ReadableSpan, ...]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    sink = SpanSink(provider.get_tracer("test"))
    registry = ToolRegistry([Tool("look", "Look.", Arguments, lambda _: "secret")])
    script = ScriptedProvider([calls(("look", {}), ("lok", {})), says("secret")])
    task: Task[Arguments] = Task((user("secret"),), registry)
    ToolLoop(script, sinks=[sink]).run(task)
    return exporter.get_finished_spans()


def test_a_run_is_a_tree_of_spans() -> None:
    found = spans()
    names = [span.name for span in found]
    assert names == [
        "chat scripted",
        "execute_tool look",
        "execute_tool lok",
        "chat scripted",
        f"invoke_agent {NAME}",
    ]
    root = found[-1]
    assert root.context is not None
    assert all(s.parent and s.parent.span_id == root.context.span_id for s in found[:-1])
    assert (found[2].attributes or {})["error.type"] == "unknown_tool"
    assert (root.attributes or {})[f"{NAME}.status"] == "ok"
