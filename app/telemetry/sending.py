"""Hands spans to their receiver, from a thread that no import waits for.

Beside spans.py, as it needs the extra `otel`, and every import asks there whether spans are wanted.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import Final

from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

#: Beyond so many the oldest are lost: a receiver that is away must not cost memory either.
MOST_WAITING: Final = 4096
_AT_ONCE: Final = 512
_SECONDS_BETWEEN: Final = 1.0
_LOG = logging.getLogger(__name__)


class Sending(SpanProcessor):
    """Keeps what ended, and hands it to ``exporter`` about once a second.

    The SDK's own processor starts its thread again in every child that is forked; a child that
    reads a document shall have one thread and no business with the network."""

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
                try:
                    sent = self._exporter.export(batch) is SpanExportResult.SUCCESS
                except Exception:  # noqa: BLE001 - whatever a receiver does costs spans alone
                    sent = False
                if not sent:
                    if not self._given_up:
                        _tell_lost()
                    break

    def _batch(self) -> list[ReadableSpan]:
        return [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]


def _tell_lost() -> None:
    _LOG.warning("spans could not be sent and are lost", extra={"code": "spans_lost"})
