"""Spans show how a run went, and nothing of what was said."""

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tools.ledger.workspace import Arguments
from tools.loop.events import SpanSink
from tools.loop.loop import ToolLoop
from tools.loop.messages import user
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.replay import ScriptedProvider, calls, says


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
        "invoke_agent tieout",
    ]
    root = found[-1]
    assert root.context is not None
    assert all(s.parent and s.parent.span_id == root.context.span_id for s in found[:-1])
    assert (found[2].attributes or {})["error.type"] == "unknown_tool"
    assert (root.attributes or {})["tieout.status"] == "ok"


def test_no_span_carries_content() -> None:
    assert not any("secret" in span.to_json() for span in spans())
