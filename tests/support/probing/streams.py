"""What servers do wrong with streams, or instead of them."""

import json
import time
from io import BufferedIOBase
from typing import Any

from tests.support.model_server import Reply, insisting
from tests.support.probing.kinds import (
    ARGUMENTS,
    HURRIED,
    Kind,
    Move,
    always,
    answers,
    body,
    calls,
    says,
)
from tests.support.waiting import PATIENCE_S
from tools.loop.outcome import Status

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def chunk(fields: dict[str, Any], finish: str | None = None) -> bytes:
    """One chunk of a stream."""
    return json.dumps({"choices": [{"delta": fields, "finish_reason": finish}]}).encode()


_SAID = chunk({"content": ARGUMENTS}, "stop")
_HALF = chunk({"content": '{"account'})


def _streams(*events: bytes) -> Move:
    return always(Reply(events=events))


def _lines(data: bytes) -> Move:
    return always(Reply(wire=lambda out: out.write(_HEAD + data)))


def _kind(name: str, move: Move, status: Status = Status.OK, **more: Any) -> Kind:
    return Kind(name, (move,), status, stream=True, **more)


def _hang(out: BufferedIOBase) -> None:
    out.write(_HEAD + b"data: " + _HALF + b"\n\n")
    out.flush()
    time.sleep(PATIENCE_S)


def _keep_alive(out: BufferedIOBase) -> None:
    out.write(_HEAD)
    while True:
        out.write(b": ping\n\n")
        out.flush()
        time.sleep(0.02)


def _drip(out: BufferedIOBase) -> None:
    out.write(_HEAD)
    while True:
        out.write(b"data: " + chunk({"content": " "}) + b"\n\n")
        out.flush()
        time.sleep(0.02)


_MESSAGE = {"choices": [{"message": {"content": ARGUMENTS}, "finish_reason": "stop"}]}
_ERROR = b'{"error":{"message":"secret"}}'

STREAM_FAULTS = (
    _kind("a stream", _streams(_SAID, b"[DONE]")),
    _kind("a whole body instead of a stream", answers()),
    _kind("a stream of one whole message", _streams(json.dumps(_MESSAGE).encode(), b"[DONE]")),
    _kind("a whole body that says it is a stream", _lines(json.dumps(_MESSAGE).encode())),
    _kind(
        "a stream that says it is a body",
        always(Reply(b"data: " + _SAID + b"\n\ndata: [DONE]\n\n")),
    ),
    _kind("no end mark", _streams(_SAID)),
    _kind("no blank lines", _lines(b"data: " + _SAID + b"\ndata: [DONE]\n")),
    _kind("other line ends", _lines(b"data: " + _SAID + b"\r\n\r\ndata: [DONE]\r\n\r\n")),
    _kind(
        "a line separator in the text",
        _lines(
            'data: {"choices":[{"delta":{"content":"{\\"account_id\\":7} \u2028"},'
            '"finish_reason":"stop"}]}\n\n'.encode()
        ),
    ),
    _kind("a stream that breaks off", _streams(_HALF), Status.TRUNCATED),
    _kind("an empty stream", _streams(b"[DONE]"), Status.TRUNCATED),
    _kind("a piece that is no JSON", _streams(_HALF, b"{oops"), Status.PROVIDER_ERROR),
    _kind("a piece that is a list", _streams(b"[]", _SAID)),
    _kind("an error in the stream", _streams(_HALF, _ERROR), Status.PROVIDER_ERROR),
    _kind("an error status for a stream", body({"error": {}}, 500), Status.UNAVAILABLE),
    _kind(
        "a refusal in pieces",
        _streams(chunk({"refusal": "No"}), chunk({"refusal": "."}, "stop")),
        Status.REFUSED,
    ),
    _kind("a stream that hangs", always(Reply(wire=_hang)), Status.DEADLINE, limits=HURRIED),
    _kind(
        "a stream of keep-alives", always(Reply(wire=_keep_alive)), Status.DEADLINE, limits=HURRIED
    ),
    _kind("a stream that drips", always(Reply(wire=_drip)), Status.DEADLINE, limits=HURRIED),
)


def _insisting(move: Move, system: bool = True) -> Move:
    return lambda format: insisting(move(format), system=system)


ROLE_FAULTS = (
    Kind("alternating roles, a nudge", (_insisting(says("")), _insisting(answers()))),
    Kind(
        "alternating roles, a correction", (_insisting(answers('{"x":1}')), _insisting(answers()))
    ),
    Kind("alternating roles, calls to the cap", (_insisting(calls(ARGUMENTS)),), Status.STALLED),
    Kind("no system role", (_insisting(calls(ARGUMENTS), False), _insisting(answers(), False))),
)
