"""Sends spans of imports and model runs to a file or a receiver; no import waits for it."""

from __future__ import annotations

import atexit
import logging
import os
import threading
from collections import deque
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from app.errors import SpansNeedExtra, SpansUnwritable

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import Tracer

    from tools.loop.events import EventSink


#: Beyond so many the oldest are lost: a receiver that is away must not cost memory either.
MOST_WAITING: Final = 4096
_AT_ONCE: Final = 512
_SECONDS_BETWEEN: Final = 1.0
_LOG = logging.getLogger(__name__)


class Sending(SpanProcessor):
    """Keeps what ended, and hands it to ``exporter`` about once a second.

    The SDK's own processor starts its thread again in every child that is forked; a child that
    reads a document shall have one thread and no business with the network.
    """

    def __init__(self, exporter: SpanExporter, most: int = MOST_WAITING) -> None:
        self._exporter = exporter
        self._waiting: deque[ReadableSpan] = deque(maxlen=most)
        self._closing, self._given_up = threading.Event(), False
        self._thread = threading.Thread(target=self._send, name="tieout-spans", daemon=True)
        self._thread.start()

    def on_end(self, span: ReadableSpan) -> None:
        if span.context is not None and span.context.trace_flags.sampled:
            self._waiting.append(span)

    def close(self, seconds: float) -> None:
        """Send what is left, if that takes no longer than this; what is not sent then is lost."""
        self._closing.set()
        self._thread.join(seconds)
        if self._thread.is_alive():
            self._given_up = True
            _tell_lost()
        self._exporter.shutdown()

    def _send(self) -> None:
        over = False
        while not over:
            over = self._closing.wait(_SECONDS_BETWEEN)
            while batch := self._batch():
                if not self._sent(batch):
                    break

    def _batch(self) -> list[ReadableSpan]:
        return [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]

    def _sent(self, batch: list[ReadableSpan]) -> bool:
        try:
            sent = self._exporter.export(batch) is SpanExportResult.SUCCESS
        except Exception:  # noqa: BLE001 - whatever a receiver does costs spans and nothing else
            sent = False
        if not sent and not self._given_up:
            _tell_lost()
        return sent


def _tell_lost() -> None:
    _LOG.warning("spans could not be sent and are lost", extra={"code": "spans_lost"})


#: What is set up outside, such as by `opentelemetry-instrument` and the variables OTEL_*.
OWN: Final = "otel"
#: To a receiver of OTLP over HTTP, which OTEL_EXPORTER_OTLP_ENDPOINT names.
RECEIVER: Final = "otlp"
_ENDPOINT: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"
_NAME: Final = "OTEL_SERVICE_NAME"
_SECONDS_AT_THE_END: Final = 2.0

_sending: list[Sending] = []


def tracer_of(spans: str | None) -> Tracer | None:
    """What makes spans, as the setting ``spans`` has it; None without one. One to a receiver
    starts a thread.

    Raises SpansNeedExtra and SpansUnwritable.
    """
    if spans is None:
        return None
    require_spans(spans)
    if spans == OWN:
        from opentelemetry import trace

        return trace.get_tracer("tieout")
    return _over_http() if spans == RECEIVER else _into(Path(spans))


def require_spans(spans: str | None) -> None:
    """Whether spans can be made, without making any: a pool asks before it forks.

    Raises SpansNeedExtra and SpansUnwritable.
    """
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

    Raises what `tracer_of` raises.
    """
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
