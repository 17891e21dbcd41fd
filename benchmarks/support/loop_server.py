"""The model of the loop benchmark, in a process of its own so that only the client is measured.

A request for the model `turns-16` is answered with two tool calls until sixteen turns were made,
then with a text. Which turn it is shows in the request: it holds one assistant message per turn.
The model `fault-NAME` does one thing wrong, and then answers rightly.
"""

from __future__ import annotations

import json
import re
import socketserver
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_ASSISTANT = (b'"role":"assistant"', b'"role": "assistant"')
_MODEL = re.compile(rb'"model": ?"(turns|fault)-([^"]*)"')
_HEAD = b"HTTP/1.1 %d OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
RIGHT = "The balance is 10.10."
_ASKED = '{"account_id":7}'


def _wrong_call(arguments: object, name: str = "get_balance", **more: object) -> dict[str, object]:
    call = {"id": "a", "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call | more]}


def _says(text: str | None) -> dict[str, object]:
    return {"role": "assistant", "content": text}


_JSON_CALL = f'{{"name":"get_balance","arguments":{_ASKED}}}'
#: What is answered first: a message, or a status. Where it has the answer in it, that is shown.
FAULTS: dict[str, dict[str, object] | int] = {
    "arguments that are not JSON": _wrong_call('{"account_id" 7}'),
    "arguments cut off": _wrong_call('{"account_id":'),
    "a list of arguments": _wrong_call("[7]"),
    "arguments in single quotes": _wrong_call("{'account_id': 7,}"),
    "arguments encoded twice": _wrong_call(json.dumps(_ASKED)),
    "arguments as an object": _wrong_call({"account_id": 7}),
    "no arguments": _wrong_call(None),
    "an argument missing": _wrong_call("{}"),
    "an argument of another type": _wrong_call('{"account_id":"x"}'),
    "an invented argument": _wrong_call('{"account_id":7,"colour":"red"}'),
    "a number of 5,000 digits": _wrong_call('{"account_id":%s}' % ("9" * 5_000)),
    "an unknown tool": _wrong_call(_ASKED, "get_ballance"),
    "no name": _wrong_call(_ASKED, ""),
    "no id": _wrong_call(_ASKED, id=None),
    "nothing said": _says(""),
    "null said": _says(None),
    "a list of no calls": {**_says(""), "tool_calls": []},
    "a call as tagged text": _says(f"<tool_call>{_JSON_CALL}</tool_call>"),
    "a call that is left open": _says(f"<tool_call>{_JSON_CALL}"),
    "a call in ReAct's words": _says(f"Action: get_balance\nAction Input: {_ASKED}"),
    "a call in Llama's words": _says(f"<|python_tag|>{_JSON_CALL}"),
    "a call in Mistral's words": _says(f"[TOOL_CALLS][{_JSON_CALL}]"),
    "a call in Hermes' words": _says(
        "<function=get_balance><parameter=account_id>7</parameter></function>"
    ),
    "a call in Gemini's words": _says("```tool_code\nprint(get_balance(account_id=7))\n```"),
    "a call as bare JSON": _says(_JSON_CALL),
    "thoughts in the text": _says(f"<think>Perhaps 99.99?</think>{RIGHT}"),
    "thoughts in brackets": _says(f"[THINK]Perhaps 99.99?[/THINK]{RIGHT}"),
    "channels in the text": _says(
        f"<|channel|>analysis<|message|>99.99?<|end|><|start|>assistant<|channel|>final<|message|>{RIGHT}"
    ),
    "a server that fails once": 500,
    "a server that is busy once": 429,
}
_seen: Counter[bytes] = Counter()


class _Handler(socketserver.StreamRequestHandler):
    """Bare HTTP/1.1 with keep-alive: the server must not be what is measured."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        while True:
            length = self._length()
            if length is None:
                return
            status, body = _reply(self.rfile.read(length))
            self.wfile.write(_HEAD % (status, len(body), body))

    def _length(self) -> int | None:
        length = None
        while line := self.rfile.readline():
            if line == b"\r\n":
                return length
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return None


def _reply(body: bytes) -> tuple[int, bytes]:
    found = _MODEL.search(body)
    assert found is not None
    kind, name = found.groups()
    if kind == b"fault":
        # Every run has a number of its own behind the fault's name.
        fault = FAULTS[name.rpartition(b"-")[0].decode()]
        _seen[name] += 1
        if _seen[name] == 1:
            return (fault, b"{}") if isinstance(fault, int) else (200, _completion(body, fault))
        return 200, _completion(body, _answer(body, RIGHT))
    turn = sum(body.count(pattern) for pattern in _ASSISTANT)
    message = _answer(body, "done")
    if turn < int(name):
        calls = [_call(turn, index) for index in (0, 1)]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    return 200, _completion(body, message)


def _answer(body: bytes, text: str) -> dict[str, object]:
    """The last message, in the way in which the client wants it."""
    if b'"final_answer"' in body:
        return _wrong_call(json.dumps({"answer": text}), "final_answer", id="last")
    return _says(text)


def _completion(body: bytes, message: dict[str, object]) -> bytes:
    used = len(body) // 4
    usage = {"prompt_tokens": used, "completion_tokens": 20, "total_tokens": used + 20}
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
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
