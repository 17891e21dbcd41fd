"""An import is a tree of spans, whatever ends it, and costs nothing where nobody wants one."""

from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Tracer, get_current_span

from jobs.imports.execution import note, note_statement, traced
from pipeline.errors import WorkLost
from pipeline.progress import Silent


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def tracer(exporter: InMemorySpanExporter) -> Iterator[Tracer]:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield provider.get_tracer("test")
    assert not get_current_span().is_recording()


def facts(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


@pytest.mark.parametrize(
    ("error", "code"),
    [(WorkLost(), "work_lost"), (KeyboardInterrupt(), "KeyboardInterrupt")],
)
def test_what_ends_an_import_is_its_error_and_passes_on(
    tracer: Tracer, exporter: InMemorySpanExporter, error: BaseException, code: str
) -> None:
    def fail() -> None:
        with traced(tracer, Silent()) as shown:
            shown.stage("pages")
            raise error

    with pytest.raises(type(error)):
        fail()
    _, whole = exporter.get_finished_spans()
    assert facts(whole)["error.type"] == code
    assert not whole.status.is_ok
    assert not whole.events  # a stack or a text might quote a page


def test_without_a_tracer_progress_is_left_as_it_is() -> None:
    progress = Silent()
    with traced(None, progress) as shown:
        note(import_id=7)
        note_statement(31, "matched")
    assert shown is progress
