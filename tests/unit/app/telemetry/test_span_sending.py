"""Spans wait for their receiver within bounds, and whoever makes them never does."""

import logging
import threading
from collections.abc import Sequence

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from app.telemetry.sending import Sending


class Slow(SpanExporter):
    """Takes what it is given once it is let go on."""

    def __init__(self, result: SpanExportResult = SpanExportResult.SUCCESS) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self.names: list[str] = []
        self._result = result

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Take them."""
        self.began.set()
        self.go_on.wait()
        self.names += [span.name for span in spans]
        return self._result


def end(sending: Sending, *names: str) -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(sending)
    for name in names:
        provider.get_tracer("test").start_span(name).end()


def test_while_a_receiver_is_slow_the_newest_are_kept() -> None:
    exporter = Slow()
    sending = Sending(exporter, most=2)
    end(sending, "first")
    assert exporter.began.wait(60)
    end(sending, "a", "b", "c")
    exporter.go_on.set()
    sending.close(60)
    assert exporter.names == ["first", "b", "c"]


def test_the_end_does_not_wait_for_ever_and_tells_that_spans_are_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    exporter = Slow()
    sending = Sending(exporter)
    end(sending, "a")
    assert exporter.began.wait(60)
    with caplog.at_level(logging.WARNING):
        sending.close(0)
    assert [record.code for record in caplog.records] == ["spans_lost"]  # type: ignore[attr-defined]
    exporter.go_on.set()


def test_a_receiver_that_refuses_is_a_warning_and_not_asked_again_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    exporter = Slow(SpanExportResult.FAILURE)
    exporter.go_on.set()
    sending = Sending(exporter)
    end(sending, "a")
    sending.close(60)
    assert [record.message for record in caplog.records] == ["spans could not be sent and are lost"]
