"""A real local HTTP server that speaks chat completions from a script and keeps what it was sent.

Each step of the script answers one request. Usage is counted from the bytes received, so that the
loop's own checks of it see what an honest server would say.
"""

import contextlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Reply:
    """One HTTP answer. ``events`` sends it as a stream of server-sent events instead; with
    ``event_lines`` each begins with its own `event:` line. ``wire`` writes all of it itself,
    headers too."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    events: tuple[bytes, ...] = ()
    delay: float = 0.0
    event_lines: bool = False
    wire: Callable[[BufferedIOBase], object] | None = None


Step: TypeAlias = Reply | Callable[[dict[str, Any]], Reply]


@dataclass
class Recorded:
    """One request as it came over the wire."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The body, parsed."""
        parsed: dict[str, Any] = json.loads(self.body)
        return parsed


@dataclass
class ModelServer:
    """The server while it runs: where it is, what it will say, what it was asked."""

    steps: Sequence[Step]
    requests: list[Recorded] = field(default_factory=list)
    port: int = 0

    @property
    def base_url(self) -> str:
        """The address to give to a provider."""
        return f"http://127.0.0.1:{self.port}/v1"

    def answer(self, request: Recorded) -> Reply:
        """The next step's reply; past the end a plain 500, which no test expects."""
        self.requests.append(request)
        index = len(self.requests) - 1
        if index >= len(self.steps):
            return Reply(b'{"error":{"message":"script exhausted"}}', 500)
        step = self.steps[index]
        return step if isinstance(step, Reply) else step(request.json)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that gave up waiting."""
        if not isinstance(sys.exception(), ConnectionError | ValueError):
            super().handle_error(request, client_address)


@contextmanager
def model_server(*steps: Step) -> Iterator[ModelServer]:
    """Serve the steps for the length of the block."""
    script = ModelServer(steps)
    server = _Server(("127.0.0.1", 0), _handler(script))
    script.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def completion(
    text: str | None = None,
    *calls: tuple[str, str],
    finish: str | None = None,
    usage: dict[str, int] | None = None,
) -> Step:
    """A completion with text and calls, each ``(name, arguments as JSON text)``."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [call(f"call_{i}", *each) for i, each in enumerate(calls)]
    reason = finish or ("tool_calls" if calls else "stop")
    return message_step(message, reason, usage)


def call(call_id: str | None, name: str, arguments: Any) -> dict[str, Any]:
    """One tool call as the protocol writes it."""
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


def message_step(
    message: dict[str, Any], finish: str | None, usage: dict[str, int] | None = None
) -> Step:
    """A completion with exactly this message."""

    def reply(request: dict[str, Any]) -> Reply:
        counted = usage if usage is not None else count(request, message)
        choice = {"index": 0, "message": message, "finish_reason": finish}
        body = {"id": "x", "object": "chat.completion", "choices": [choice], "usage": counted}
        return Reply(json.dumps(body).encode())

    return reply


def insisting(step: Step, *, system: bool = True) -> Step:
    """The step behind a template that wants user and assistant in turn, as older Mistral's does:
    calls and their results do not count. Without ``system`` it knows no such role."""

    def reply(request: dict[str, Any]) -> Reply:
        messages = request["messages"]
        if messages[0]["role"] == "system":
            if not system:
                return _template_error("System role not supported")
            messages = messages[1:]
        counted = [m["role"] for m in messages if m["role"] != "tool" and not m.get("tool_calls")]
        if any(role != ("user", "assistant")[i % 2] for i, role in enumerate(counted)):
            return _template_error("Conversation roles must alternate user/assistant/user/...")
        return step if isinstance(step, Reply) else step(request)

    return reply


def _template_error(text: str) -> Reply:
    return Reply(json.dumps({"error": {"message": text}}).encode(), 400)


def count(request: dict[str, Any], message: dict[str, Any]) -> dict[str, int]:
    """Usage at two bytes a token, growing with what was sent."""
    sent = len(json.dumps([request.get("messages"), request.get("tools")])) // 2
    said = len(json.dumps(message)) // 2
    return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}


def _handler(script: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length)
            reply = script.answer(
                Recorded(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            )
            time.sleep(reply.delay)
            # Whoever gave up waiting is no fault of the server.
            with contextlib.suppress(ConnectionError):
                self._answer(reply)

        def _answer(self, reply: Reply) -> None:
            if reply.wire is not None:
                self.close_connection = True
                reply.wire(self.wfile)
            elif reply.events:
                self._stream(reply)
            else:
                self._send(reply)

        def _send(self, reply: Reply) -> None:
            self.send_response(reply.status)
            for name, value in (("Content-Type", "application/json"), *reply.headers):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def _stream(self, reply: Reply) -> None:
            self.send_response(reply.status)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            for event in reply.events:
                lead = b"event: " if reply.event_lines else b"data: "
                self.wfile.write(lead + event + b"\n\n")
                self.wfile.flush()
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Keep the tests' output to the tests."""

    return Handler
