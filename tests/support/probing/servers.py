"""What servers do wrong: statuses, bodies, fields, counts, connections and streams."""

import gzip
import json
import time
from collections.abc import Callable
from io import BufferedIOBase
from typing import Any

from tests.support.model_server import Reply, Step, insisting
from tests.support.probing.kinds import (
    ARGUMENTS,
    HURRIED,
    Kind,
    Move,
    always,
    answers,
    body,
    calls,
    message,
    says,
)
from tests.support.waiting import PATIENCE_S
from tools.formats.choose import FormatName
from tools.loop.outcome import Status

_FAILED = Status.PROVIDER_ERROR
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
_GOOD = json.dumps(
    {"choices": [{"index": 0, "message": {"content": ARGUMENTS}, "finish_reason": "stop"}]}
).encode()


def failing(name: str, move: Move, **more: Any) -> Kind:
    """A kind that ends in the server's error."""
    return Kind(name, (move,), _FAILED, **more)


def away(name: str, move: Move, **more: Any) -> Kind:
    """A kind that ends as a server that cannot be had just now."""
    return Kind(name, (move,), Status.UNAVAILABLE, **more)


def raw(data: bytes) -> Move:
    """These bytes as the body of HTTP 200."""
    return always(Reply(data))


def _choice(choice: object) -> Move:
    return body({"choices": [choice]})


def _changed(move: Move, change: Callable[[dict[str, Any]], object]) -> Move:
    """What is said, its body changed so."""

    def written(format: FormatName) -> Step:
        honest = move(format)

        def reply(request: dict[str, Any]) -> Reply:
            assert not isinstance(honest, Reply)
            told = json.loads(honest(request).body)
            change(told)
            return Reply(json.dumps(told).encode())

        return reply

    return written


def _counted(usage: Any, move: Move | None = None) -> Move:
    """The right answer with an odd count."""
    return _changed(move or answers(), lambda told: told.update(usage=usage))


def _finishing(reason: Any) -> Move:
    return _changed(answers(), lambda told: told["choices"][0].update(finish_reason=reason))


def _hang(out: BufferedIOBase) -> None:
    del out
    time.sleep(PATIENCE_S)


def _hang_after_headers(out: BufferedIOBase) -> None:
    out.write(_HEAD + b"Content-Length: 500\r\n\r\n{")
    out.flush()
    time.sleep(PATIENCE_S)


def dripping(head: bytes, piece: bytes = b" ") -> Callable[[BufferedIOBase], None]:
    """A piece at a time, without end."""

    def write(out: BufferedIOBase) -> None:
        out.write(head)
        while True:
            out.write(piece)
            out.flush()
            time.sleep(0.02)

    return write


drip = dripping(_HEAD + b"Content-Length: 100000\r\n\r\n")


def endless(out: BufferedIOBase) -> None:
    out.write(_HEAD + b"\r\n")
    for _ in range(4_000):
        out.write(b" " * 100_000)


def packed(data: bytes, packing: str = "gzip") -> Move:
    """This body, packed as its header says."""
    return always(Reply(gzip.compress(data), headers=(("Content-Encoding", packing),)))


def _cut_body(out: BufferedIOBase) -> None:
    out.write(_HEAD + b"Content-Length: 5000\r\n\r\n" + _GOOD)


def _chunks_broken(out: BufferedIOBase) -> None:
    out.write(_HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")


def _wire(write: Any) -> Move:
    return always(Reply(wire=write))


_STATUSES = (400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 500, 501, 502, 503, 504, 529)
#: Those that say nothing of the request: it may be sent again.
_PASSING = frozenset({408, 409, 429, 500, 501, 502, 503, 504, 529})
_ERROR = {"error": {"message": "secret"}}
_FLAT = {"prompt_tokens": 40, "completion_tokens": 5, "total_tokens": 45}


SERVER_FAULTS = (
    *(
        (away if status in _PASSING else failing)(f"HTTP {status}", body(_ERROR, status))
        for status in _STATUSES
    ),
    away("asks to wait an hour", always(Reply(b"{}", 429, (("Retry-After", "3600"),))), retries=0),
    failing("HTTP 204, no body", always(Reply(b"", 204))),
    away("HTTP 302 to itself", always(Reply(b"", 302, (("Location", "/v1/chat/completions"),)))),
    Kind("HTTP 201 with the answer", (answers(),)),
    # Bodies.
    away("a page of HTML", always(Reply(b"<html>Bad gateway</html>", 502))),
    failing("a page of HTML as success", raw(b"<html>Welcome</html>")),
    failing("an empty body", raw(b"")),
    failing("null", raw(b"null")),
    failing("a list", raw(b"[]")),
    failing("an empty object", raw(b"{}")),
    failing("half a body that says it is whole", raw(_GOOD[:40])),
    failing("NaN in the body", raw(b'{"choices":NaN}')),
    failing("nested without end", raw(b"[" * 100_000)),
    failing("a body too large", raw(b" " * 9_000_000 + _GOOD)),
    failing("many small objects", raw(b'{"x":[' + b"{}," * 400_000 + b"{}]}")),
    away("says gzip and is none", always(Reply(_GOOD, 200, (("Content-Encoding", "gzip"),)))),
    Kind("a mark before the JSON", (raw(b"\xef\xbb\xbf" + _GOOD),), _FAILED),
    Kind("text/plain", (answers(),)),
    # Fields.
    failing("no choices", body({"choices": []})),
    failing("choices null", body({"choices": None})),
    failing("choices an object", body({"choices": {}})),
    failing("an error inside 200", body(_ERROR)),
    away("a limit inside 200", body({"error": {"code": 429}})),
    failing("an error inside a choice", _choice(_ERROR)),
    Kind("a choice that is a word", (_choice("yes"),), Status.EMPTY),
    Kind("a message that is null", (_choice({"message": None}),), Status.EMPTY),
    Kind("no message", (_choice({"finish_reason": "stop"}),), Status.EMPTY),
    Kind("content that is a number", (message({"content": 7}),), Status.EMPTY),
    Kind("content in parts", (message({"content": [{"type": "text", "text": ARGUMENTS}]}),)),
    Kind(
        "a refusal in its own field",
        (message({"content": None, "refusal": "No."}),),
        Status.REFUSED,
    ),
    Kind(
        "a refusal as a part",
        (message({"content": [{"type": "refusal", "refusal": "No."}]}),),
        Status.REFUSED,
    ),
    Kind("calls that are a word", (message({"content": "", "tool_calls": "x"}),), Status.EMPTY),
    Kind("calls that are null", (message({"content": "", "tool_calls": [None]}),), Status.EMPTY),
    Kind("half of a character", (says(ARGUMENTS + "\ud800"),)),
    Kind("NUL in the text", (says(ARGUMENTS + "\0"),)),
    Kind("no UTF-8", (raw(_GOOD.replace(b'}"', b'}\xff\xfe"')),)),
    # Why it ended.
    Kind("withheld by a filter", (says("", "content_filter"),), Status.REFUSED),
    Kind("withheld for safety", (says("", "SAFETY"),), Status.REFUSED),
    Kind("cut twice", (says('{"acc', "length"),), Status.TRUNCATED),
    Kind("an unknown end, the answer whole", (_finishing("vibes"),)),
    Kind("an unknown end in the middle", (says("It is", "vibes"),), Status.TRUNCATED),
    Kind("no reason to end", (_finishing(None),)),
    Kind("a number as the reason", (_finishing(7),)),
    # Counts.
    Kind("no count", (_counted(None),)),
    Kind("a count of words", (_counted("many"),)),
    Kind("counts that are words", (_counted({"prompt_tokens": "9", "completion_tokens": "9"}),)),
    Kind("counts below nothing", (_counted({"prompt_tokens": -9, "completion_tokens": -9}),)),
    Kind("counts beyond any", (_counted({"prompt_tokens": 10**40, "completion_tokens": 1}),)),
    Kind("counts that are true", (_counted({"prompt_tokens": True, "completion_tokens": True}),)),
    Kind("a count as a fraction", (_counted({"prompt_tokens": 1.5, "completion_tokens": 1e99}),)),
    Kind(
        "the front of the conversation dropped",
        (_counted(_FLAT, calls(ARGUMENTS)),),
        Status.CONTEXT_LOST,
        tool=lambda _: "x" * 900,
    ),
    # Connections.
    away("not HTTP", _wire(lambda out: out.write(b"SSH-2.0-OpenSSH_9.6\r\n"))),
    away("closed without a word", _wire(lambda out: out.close())),
    away("closed in the middle", _wire(_cut_body)),
    away("chunks without lengths", _wire(_chunks_broken)),
    away("headers without end", _wire(lambda out: out.write(_HEAD + b"X: y\r\n" * 200_000))),
    Kind("slow, but in time", (always(Reply(_GOOD, delay=0.2)),)),
    Kind("hangs", (_wire(_hang),), Status.DEADLINE, limits=HURRIED),
    Kind("hangs after its headers", (_wire(_hang_after_headers),), Status.DEADLINE, limits=HURRIED),
    Kind("drips", (_wire(drip),), Status.DEADLINE, limits=HURRIED),
    Kind("drips its headers", (_wire(dripping(_HEAD + b"X: ")),), Status.DEADLINE, limits=HURRIED),
    failing("never stops sending", _wire(endless)),
    Kind("packed", (packed(_GOOD),)),
    failing("packed and of any length", packed(b" " * 30_000_000)),
    failing("packed in a way not asked for", packed(_GOOD, "br")),
    away("not packed as it says", always(Reply(_GOOD, headers=(("Content-Encoding", "gzip"),)))),
    Kind("an error, then an answer", (body(_ERROR, 503), answers()), retries=1),
    Kind("two choices", (body({"choices": [{"message": {"content": ARGUMENTS}}] * 2}),)),
    Kind(
        "the first choice failed",
        (body({"choices": [_ERROR, {"message": {"content": ARGUMENTS}}]}),),
    ),
)


_STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def chunk(fields: dict[str, Any], finish: str | None = None) -> bytes:
    """One chunk of a stream."""
    return json.dumps({"choices": [{"delta": fields, "finish_reason": finish}]}).encode()


_SAID = chunk({"content": ARGUMENTS}, "stop")
_HALF = chunk({"content": '{"account'})


def _streams(*events: bytes) -> Move:
    return always(Reply(events=events))


def _lines(data: bytes) -> Move:
    return always(Reply(wire=lambda out: out.write(_STREAM_HEAD + data)))


def _kind(name: str, move: Move, status: Status = Status.OK, **more: Any) -> Kind:
    return Kind(name, (move,), status, stream=True, **more)


def _hang_in_stream(out: BufferedIOBase) -> None:
    out.write(_STREAM_HEAD + b"data: " + _HALF + b"\n\n")
    out.flush()
    time.sleep(PATIENCE_S)


_MESSAGE = {"choices": [{"message": {"content": ARGUMENTS}, "finish_reason": "stop"}]}
_STREAM_ERROR = b'{"error":{"message":"secret"}}'

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
    _kind("an error in the stream", _streams(_HALF, _STREAM_ERROR), Status.PROVIDER_ERROR),
    _kind("an error status for a stream", body({"error": {}}, 500), Status.UNAVAILABLE),
    _kind(
        "a refusal in pieces",
        _streams(chunk({"refusal": "No"}), chunk({"refusal": "."}, "stop")),
        Status.REFUSED,
    ),
    _kind(
        "a stream that hangs", always(Reply(wire=_hang_in_stream)), Status.DEADLINE, limits=HURRIED
    ),
    _kind(
        "a stream of keep-alives",
        always(Reply(wire=dripping(_STREAM_HEAD, b": ping\n\n"))),
        Status.DEADLINE,
        limits=HURRIED,
    ),
    _kind(
        "a stream that drips",
        always(Reply(wire=dripping(_STREAM_HEAD, b"data: " + chunk({"content": " "}) + b"\n\n"))),
        Status.DEADLINE,
        limits=HURRIED,
    ),
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
