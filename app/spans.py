"""Where the spans of a model's runs go, by the settings: a file, or the process's own exporter."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.errors import SpansNeedExtra, SpansUnwritable
from app.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import Tracer

    from tools.events import EventSink

#: What is set up outside, such as by `opentelemetry-instrument` and the variables OTEL_*.
OWN: Final = "otel"


def span_sinks(settings: Settings) -> list[EventSink]:
    """Whoever is to hear runs so that they become spans: nobody, unless the settings say so.

    Raises SpansNeedExtra and SpansUnwritable.
    """
    if settings.spans is None:
        return []
    if find_spec("opentelemetry") is None:
        raise SpansNeedExtra
    from tools.telemetry import SpanSink

    return [SpanSink(None if settings.spans == OWN else _into(Path(settings.spans)))]


@cache
def _into(file: Path) -> Tracer:
    """A tracer that adds one line of JSON to the file for each span that ends."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    from db.private import private_file

    try:
        out = private_file(file, add=True)
    except OSError as error:
        raise SpansUnwritable(path=file, why=error.strerror) from None
    provider = TracerProvider()
    exporter = ConsoleSpanExporter(out=out, formatter=_line)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return provider.get_tracer("tieout")


def _line(span: ReadableSpan) -> str:
    return f"{span.to_json(indent=None)}\n"
