"""The model of the loop benchmark, in a process of its own so that only the client is measured.

A request for the model `turns-16` is answered with two tool calls until sixteen turns were made,
then with a text. Which turn it is shows in the request: it holds one assistant message per turn.
"""

from __future__ import annotations

import json
import socketserver
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_ASSISTANT = (b'"role":"assistant"', b'"role": "assistant"')
_MODEL = b"turns-"
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "


class _Handler(socketserver.StreamRequestHandler):
    """Bare HTTP/1.1 with keep-alive: the server must not be what is measured."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        while True:
            length = self._length()
            if length is None:
                return
            body = _reply(self.rfile.read(length))
            self.wfile.write(b"%s%d\r\n\r\n%s" % (_HEAD, len(body), body))

    def _length(self) -> int | None:
        length = None
        while line := self.rfile.readline():
            if line == b"\r\n":
                return length
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return None


def _reply(body: bytes) -> bytes:
    wanted = int(body.partition(_MODEL)[2].partition(b'"')[0])
    turn = sum(body.count(pattern) for pattern in _ASSISTANT)
    message: dict[str, object] = {"role": "assistant", "content": "done"}
    if turn < wanted:
        calls = [_call(turn, index) for index in (0, 1)]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    used = len(body) // 4
    usage = {"prompt_tokens": used, "completion_tokens": 20, "total_tokens": used + 20}
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if turn < wanted else "stop",
    }
    whole = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}
    return json.dumps({**whole, "choices": [choice], "usage": usage}).encode()


def _call(turn: int, index: int) -> dict[str, object]:
    arguments = json.dumps({"account_id": turn * 2 + index})
    function = {"name": "get_balance", "arguments": arguments}
    return {"id": f"call_{turn}_{index}", "type": "function", "function": function}


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs for the length of the block."""
    command = [sys.executable, "-m", "benchmarks.support.loop_server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.terminate()


if __name__ == "__main__":
    with _Server(("127.0.0.1", 0), _Handler) as server:
        sys.stdout.write(f"{server.server_address[1]}\n")
        sys.stdout.flush()
        server.serve_forever()
