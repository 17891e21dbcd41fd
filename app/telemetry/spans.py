"""Sends spans of imports and model runs to a file or a receiver; no import waits for it."""

from __future__ import annotations

import atexit
import logging
import os
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.errors import SpansNeedExtra, SpansUnwritable

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor
    from opentelemetry.trace import Tracer

    from app.telemetry.sending import Sending
    from tools.loop.events import EventSink

#: What is set up outside, such as by `opentelemetry-instrument` and the variables OTEL_*.
OWN: Final = "otel"
#: To a receiver of OTLP over HTTP, which OTEL_EXPORTER_OTLP_ENDPOINT names.
RECEIVER: Final = "otlp"
_ENDPOINT: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"
_NAME: Final = "OTEL_SERVICE_NAME"
_SECONDS_AT_THE_END: Final = 2.0

_sending: list[Sending] = []


def tracer_of(spans: str | None) -> Tracer | None:
    """What makes spans, as the setting ``spans`` has it; None without one. One to a receiver starts
    a thread. Raises SpansNeedExtra and SpansUnwritable."""
    if spans is None:
        return None
    require_spans(spans)
    if spans == OWN:
        from opentelemetry import trace

        return trace.get_tracer("tieout")
    return _over_http() if spans == RECEIVER else _into(Path(spans))


def require_spans(spans: str | None) -> None:
    """Whether spans can be made, without making any: a pool asks before it forks. Raises
    SpansNeedExtra and SpansUnwritable."""
    if spans is None:
        return
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise SpansNeedExtra
    if spans == RECEIVER:
        try:
            import opentelemetry.exporter.otlp.proto.http  # noqa: F401 - whether it is there
        except ModuleNotFoundError:
            raise SpansNeedExtra from None
    elif spans != OWN:
        _into(Path(spans))


def receiver_of(environment: Mapping[str, str]) -> str:
    """Where spans are sent over HTTP, as the standard variables say."""
    named = environment.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or environment.get(_ENDPOINT)
    return named or "http://localhost:4318"


def span_sinks(spans: str | None) -> list[EventSink]:
    """Anyone who is to hear runs so that they become spans: no one, unless the settings say so.
    Raises what `tracer_of` raises."""
    tracer = tracer_of(spans)
    if tracer is None:
        return []
    from tools.loop.events import SpanSink

    return [SpanSink(tracer)]


def send_what_is_left() -> None:
    """Before the process ends: send spans that wait, for a few seconds at most."""
    while _sending:
        _sending.pop().close(_SECONDS_AT_THE_END)


@cache
def _over_http() -> Tracer:
    """A tracer whose spans are sent by the standard variables OTEL_EXPORTER_OTLP_..."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    from app.telemetry.sending import Sending

    # It says at length, and with the receiver's words, what `Sending` says in one line.
    logging.getLogger("opentelemetry.exporter").setLevel(logging.CRITICAL)
    sending = Sending(OTLPSpanExporter())
    _sending.append(sending)
    return _through(sending)


@cache
def _into(file: Path) -> Tracer:
    """A tracer that adds one line of JSON to the file for each span that ends."""
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    from db.private import private_file

    try:
        out = private_file(file, add=True)
    except OSError as error:
        raise SpansUnwritable(path=file, why=error.strerror) from None
    atexit.register(out.close)
    return _through(SimpleSpanProcessor(ConsoleSpanExporter(out=out, formatter=_line)))


def _through(processor: SpanProcessor) -> Tracer:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    resource = Resource.create({"service.name": os.environ.get(_NAME) or "tieout"})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(processor)
    return provider.get_tracer("tieout")


def _line(span: ReadableSpan) -> str:
    return f"{span.to_json(indent=None)}\n"
