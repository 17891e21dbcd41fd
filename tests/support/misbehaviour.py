"""The thirty-two things that models and servers do wrong, each as a script for the model server.

They are those that other tool loops were measured with, in the same order; `added` is what the
last request appends to the one before, byte for byte, and nothing else may differ.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from tests.support.loops import Lookup
from tests.support.model_server import Reply, Step, call, completion, message_step
from tests.support.waiting import PATIENCE_S
from tools.loop.judge import CALL_IN_WORDS
from tools.loop.outcome import Limits, Status
from tools.loop.run_state import CLOSING

DONE = completion('{"account_id":7}')
ARGUMENTS = '{"account_id":7}'
BALANCE = '{"balance":"10.10","on":"2026-01-31"}'
OK = f'{{"ok":true,"data":{BALANCE},"warnings":[],"errors":[]}}'
NUDGE = "Please give your final answer."


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """What is done, and what must come of it.

    ``added`` is what the last request appends to the one before: nothing where the same is asked
    again, None where there is no other request. ``ran`` counts the calls that reached the tool,
    ``code`` is that of the error. The first ``probed`` steps answer the question which format the
    server takes; otherwise it is asked natively.
    """

    name: str
    steps: tuple[Step, ...]
    added: bytes | None
    status: Status = Status.OK
    ran: int = 1
    code: str | None = None
    tool: Callable[[Lookup], object] | None = None
    timeout: float | None = None
    retries: int = 0
    stream: bool = False
    output: bool = True
    probed: int = 0
    limits: Limits = field(default_factory=Limits)


def balance(_arguments: Lookup) -> object:
    """What the tool says if nothing is wrong with it."""
    return {"balance": Decimal("10.10"), "on": date(2026, 1, 31)}


def said(*calls: tuple[str, str, str], text: str = "") -> bytes:
    """The model's turn in the history: id, name and arguments of each call."""
    listed = ",".join(
        f'{{"id":"{i}","type":"function","function":{{"name":"{n}","arguments":{quoted(a)}}}}}'
        for i, n, a in calls
    )
    beside = f',"tool_calls":[{listed}]' if calls else ""
    return f'{{"role":"assistant","content":{quoted(text)}{beside}}}'.encode()


def tool_message(call_id: str, envelope: str) -> bytes:
    """A tool's message."""
    return f'{{"role":"tool","content":{quoted(envelope)},"tool_call_id":"{call_id}"}}'.encode()


def asked(text: str) -> bytes:
    """What the loop says itself."""
    return f'{{"role":"user","content":{quoted(text)}}}'.encode()


def quoted(text: str) -> str:
    """The text as a JSON string, written by hand: this is not to be done by the code on trial."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def failed(code: str, message: str, hint: str | None = None, field: str | None = None) -> str:
    """An envelope with one error."""
    rest = "".join(
        f',"{key}":{quoted(value)}' for key, value in (("hint", hint), ("field", field)) if value
    )
    error = f'{{"code":"{code}","message":{quoted(message)}{rest}}}'
    return f'{{"ok":false,"data":null,"warnings":[],"errors":[{error}]}}'


def turn(*parts: bytes) -> bytes:
    """Messages that one turn adds."""
    return b",".join(parts)


def asking(arguments: Any, name: str = "get_balance", call_id: str | None = "a") -> Step:
    """A completion with one call, its parts as odd as they are given."""
    calls = [call(call_id, name, arguments)]
    return message_step({"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls")


def mended(arguments: str, envelope: str, name: str = "get_balance") -> bytes:
    """A call as it goes back into the history, and its answer."""
    return turn(said(("a", name, arguments)), tool_message("a", envelope))


def hang(arguments: Lookup) -> object:
    """A tool that does not answer while anybody waits."""
    time.sleep(PATIENCE_S)
    return balance(arguments)


def explode(_arguments: Lookup) -> object:
    """A tool that fails with something that no model should read."""
    raise RuntimeError("password is hunter2")


def two(first: str, second: str) -> Step:
    """A turn with two calls of these ids."""
    calls = [call(first, "get_balance", '{"account_id":1}')]
    calls.append(call(second, "get_balance", '{"account_id":2}'))
    return message_step({"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls")


def pair(first: str, second: str, one: str = OK, other: str = OK) -> bytes:
    """Those two calls in the history, answered in the order asked."""
    return turn(
        said(
            (first, "get_balance", '{"account_id":1}'), (second, "get_balance", '{"account_id":2}')
        ),
        tool_message(first, one),
        tool_message(second, other),
    )


def streamed(*chunks: str) -> Reply:
    """A stream of these chunks and the end."""
    return Reply(events=(*(chunk.encode() for chunk in chunks), b"[DONE]"))


_TAG = f'<tool_call>{{"name":"get_balance","arguments":{ARGUMENTS}}}</tool_call>'
_OBJECT = "send the arguments as one JSON object"
_NO_INTEGER = "Input should be a valid integer, unable to parse string as an integer"
_FLAT = {"prompt_tokens": 40, "completion_tokens": 5, "total_tokens": 45}
_DEAF = completion("yes", usage={"prompt_tokens": 12, "completion_tokens": 1})
_BROKEN = Reply(b'{"error":{"message":"secret"}}', 500)
_BUSY = Reply(b"{}", 429, (("Retry-After", "1"),))
_NO_CALLS = {"role": "assistant", "content": "", "tool_calls": []}
_GREAT = '{"account_id":7,"amount":12345678901234567.89}'
_ACTION = 'Action: get_balance\nAction Input: {"account_id": 7}'
_BOTH = threading.Barrier(2, timeout=PATIENCE_S)

_REFUSED = failed(
    "tool_failed",
    "get_balance failed for a reason that is not yours",
    "do not repeat the same call; answer with what you have and say what is missing",
)
_LATE = failed("timeout", "the tool did not answer in time", "ask for less, or go on")
_UNKNOWN = failed(
    "unknown_tool", "there is no such tool", "did you mean get_balance? tools: get_balance"
)
_TOO_LARGE = failed(
    "result_too_large",
    "the result is too large to read",
    "ask for less: a shorter period, a search, or a smaller limit",
)
_REPEATED = failed(
    "repeated_call",
    "unchanged: this same call was made before and its result stands above",
    "use that result, call something else, or answer",
)


def _meet(arguments: Lookup) -> object:
    _BOTH.wait()
    return balance(arguments)


def _slow_first(arguments: Lookup) -> object:
    time.sleep(0.05 if arguments.account_id == 1 else 0)
    return arguments.account_id


def _ok(data: str, warnings: str = "[]") -> str:
    return f'{{"ok":true,"data":{data},"warnings":{warnings},"errors":[]}}'


def _wrong(message: str, field: str, hint: str | None = None) -> str:
    return failed("invalid_arguments", message, hint, field)


def _piece(function: str, call_id: str = "") -> str:
    beside = f'"id":"{call_id}",' if call_id else ""
    return f'{{"choices":[{{"delta":{{"tool_calls":[{{{beside}"function":{{{function}}}}}]}}}}]}}'


def _called(
    name: str, sent: object, envelope: str = OK, back: str = ARGUMENTS, ran: int = 1, **more: Any
) -> Misbehaviour:
    """One call with these arguments, which stand in the history as ``back``, and the answer."""
    return Misbehaviour(name, (asking(sent), DONE), mended(back, envelope), ran=ran, **more)


def _refused(name: str, sent: str, envelope: str, back: str = "") -> Misbehaviour:
    """The same with arguments for which the tool is not run."""
    return _called(name, sent, envelope, back or sent, ran=0)


_STREAMED = streamed(
    _piece('"name":"get_balance","arguments":""', "a"),
    _piece('"arguments":"{\\"account_id\\":"'),
    _piece('"arguments":"1}"'),
    _piece('"name":"get_balance","arguments":"{\\"account_id\\":2}"', "b"),
    '{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}',
)
_STREAMED_ANSWER = streamed(
    '{"choices":[{"delta":{"content":"{\\"account_id\\":7}"},"finish_reason":"stop"}]}'
)

MISBEHAVIOURS = (
    # What a loop must do with calls that are right.
    Misbehaviour("two calls at once", (two("a", "b"), DONE), pair("a", "b"), ran=2, tool=_meet),
    Misbehaviour(
        "the first of two is slower",
        (two("a", "b"), DONE),
        pair("a", "b", _ok("1"), _ok("2")),
        ran=2,
        tool=_slow_first,
    ),
    _called("money and dates", ARGUMENTS),
    _called(
        "more digits than a float has",
        _GREAT,
        _ok('"12345678901234567.89"'),
        _GREAT,
        tool=lambda arguments: arguments.amount,
    ),
    # Arguments.
    _refused(
        "arguments that are not JSON",
        '{"account_id" 7}',
        failed("arguments_not_json", "the arguments are not valid JSON", _OBJECT),
        r'{"invalid_json":"{\"account_id\" 7}"}',
    ),
    _refused(
        "arguments that no server reads again",
        "[7]",
        failed("arguments_not_json", "the arguments must be one JSON object", _OBJECT),
        '{"invalid_json":"[7]"}',
    ),
    _called(
        "single quotes and a trailing comma",
        "{'account_id': 7,}",
        _ok(BALANCE, '["the arguments were not valid JSON and were mended"]'),
    ),
    _called("arguments as an object", {"account_id": 7}),
    _refused("an argument missing", "{}", _wrong("Field required", "account_id")),
    _refused(
        "an argument of another type", '{"account_id":"x"}', _wrong(_NO_INTEGER, "account_id")
    ),
    _refused(
        "an invented argument",
        '{"account_id":7,"colour":"red"}',
        _wrong("Extra inputs are not permitted", "colour", "leave this argument out"),
    ),
    # Names and ids.
    Misbehaviour(
        "an unknown tool",
        (asking(ARGUMENTS, "get_ballance"), DONE),
        mended(ARGUMENTS, _UNKNOWN, "get_ballance"),
        ran=0,
    ),
    Misbehaviour(
        "no id",
        (asking(ARGUMENTS, call_id=None), DONE),
        turn(said(("call_1_0", "get_balance", ARGUMENTS)), tool_message("call_1_0", OK)),
    ),
    Misbehaviour(
        "one id twice in a turn", (two("same", "same"), DONE), pair("same", "call_1_1"), ran=2
    ),
    Misbehaviour(
        "one id again in a later turn",
        (asking('{"account_id":1}'), asking(ARGUMENTS), DONE),
        turn(said(("call_2_0", "get_balance", ARGUMENTS)), tool_message("call_2_0", OK)),
        ran=2,
    ),
    # Tools.
    _called("a tool raises", ARGUMENTS, _REFUSED, tool=explode),
    _called("a tool that does not answer", ARGUMENTS, _LATE, tool=hang, timeout=0.1),
    _called("a result of two megabytes", ARGUMENTS, _TOO_LARGE, tool=lambda _: "x" * 2_000_000),
    # Runs that do not end.
    Misbehaviour(
        "calls without end",
        (asking(ARGUMENTS), DONE),
        turn(mended(ARGUMENTS, OK), asked(CLOSING)),
        status=Status.TURN_CAP,
        limits=Limits(turns=1),
    ),
    Misbehaviour(
        "the same call again and again",
        (*[asking(ARGUMENTS)] * 3, DONE),
        turn(
            said(("call_3_0", "get_balance", ARGUMENTS)),
            tool_message("call_3_0", _REPEATED),
            asked(CLOSING),
        ),
        status=Status.STALLED,
    ),
    # Texts.
    Misbehaviour(
        "a call as text", (completion(_TAG), DONE), turn(said(), asked(CALL_IN_WORDS)), ran=0
    ),
    Misbehaviour(
        "a call quoted in prose",
        (completion(f"The memo says {_TAG}, which I ignore."), completion("Nothing.")),
        turn(said(text="The memo says , which I ignore."), asked(CALL_IN_WORDS)),
        ran=0,
        output=False,
    ),
    Misbehaviour("nothing said", (completion(""), DONE), asked(NUDGE), ran=0),
    Misbehaviour(
        "a list of no calls", (message_step(_NO_CALLS, "tool_calls"), DONE), asked(NUDGE), ran=0
    ),
    Misbehaviour("a text cut off", (completion('{"acc', finish="length"), DONE), b"", ran=0),
    Misbehaviour(
        "a cut call that is called whole",
        (asking('{"account_id":7'), asking('{"account_id":7')),
        b"",
        status=Status.TRUNCATED,
        ran=0,
    ),
    # Servers.
    Misbehaviour(
        "three errors of the server",
        (_BROKEN, _BROKEN, _BROKEN),
        b"",
        status=Status.UNAVAILABLE,
        code="provider_failing",
        ran=0,
        retries=2,
    ),
    Misbehaviour("a server that asks to wait", (_BUSY, DONE), b"", ran=0, retries=1),
    Misbehaviour(
        "no choices",
        (Reply(b'{"choices":[]}'),),
        None,
        status=Status.PROVIDER_ERROR,
        code="provider_reply_unreadable",
        ran=0,
    ),
    Misbehaviour(
        "a stream without numbers",
        (_STREAMED, _STREAMED_ANSWER),
        pair("a", "b"),
        ran=2,
        stream=True,
    ),
    Misbehaviour(
        "the front of the conversation dropped",
        (
            completion(None, ("get_balance", ARGUMENTS), usage=_FLAT),
            completion(ARGUMENTS, usage=_FLAT),
        ),
        turn(
            said(("call_0", "get_balance", ARGUMENTS)),
            tool_message("call_0", _ok('"' + "x" * 600 + '"')),
        ),
        status=Status.CONTEXT_LOST,
        tool=lambda _: "x" * 600,
    ),
    Misbehaviour(
        "tools dropped without a word",
        (
            *(_DEAF, _DEAF, completion("yes")),
            completion(_ACTION),
            completion(f"Final Answer: {ARGUMENTS}"),
        ),
        turn(said(text=_ACTION), asked(f"Observation: {OK}")),
        probed=3,
    ),
)
