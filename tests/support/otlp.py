"""A real receiver of OpenTelemetry spans: OTLP over HTTP, parsed by the protocol's own messages."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.support.answering import answering


@dataclass(frozen=True)
class Told:
    """One span as it came over the wire; ``parent`` is empty for the first of a trace."""

    name: str
    trace: bytes
    span: bytes
    parent: bytes
    service: str
    facts: dict[str, str | int]
    events: tuple[dict[str, str | int], ...]
    failed: bool


@dataclass
class Receiver:
    """The receiver while it runs; it answers once ``answering`` is set."""

    url: str = ""
    spans: list[Told] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    answering: threading.Event = field(default_factory=threading.Event)

    @property
    def environment(self) -> dict[str, str]:
        """What makes tieout send its spans here."""
        return {"TIEOUT_SPANS": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": self.url}

    @property
    def imports(self) -> list[Told]:
        """The first span of each trace."""
        return [span for span in self.spans if not span.parent]

    def below(self, parent: Told) -> list[Told]:
        """What this span is the parent of, in the order in which they ended."""
        return [span for span in self.spans if span.parent == parent.span]

    def take(self, body: bytes) -> None:
        """Keep what was sent."""
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            service = _facts(resource.resource.attributes)["service.name"]
            for scope in resource.scope_spans:
                self.spans += [_told(span, str(service)) for span in scope.spans]
        self.bodies.append(body)


@contextmanager
def receiver(*, holding: bool = False) -> Iterator[Receiver]:
    """A receiver on this machine; one that is ``holding`` answers only when the block is left."""
    made = Receiver()
    if not holding:
        made.answering.set()

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.asked.set()
            made.answering.wait()
            made.take(body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def handle(self) -> None:
            with suppress(ConnectionError):  # who sent it has ended meanwhile
                super().handle()

    with answering(Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield made
        finally:
            made.answering.set()


def _told(span: Span, service: str) -> Told:
    return Told(
        span.name,
        span.trace_id,
        span.span_id,
        span.parent_span_id,
        service,
        _facts(span.attributes),
        tuple(_facts(event.attributes) for event in span.events),
        span.status.code == Status.STATUS_CODE_ERROR,
    )


def _facts(attributes: Sequence[KeyValue]) -> dict[str, str | int]:
    return {each.key: each.value.string_value or each.value.int_value for each in attributes}
