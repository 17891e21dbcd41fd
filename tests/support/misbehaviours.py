"""The list itself: see `tests.support.misbehaviour` for what each part means."""

import threading
import time

from tests.support.loops import Lookup
from tests.support.misbehaviour import (
    ARGUMENTS,
    BALANCE,
    DONE,
    NUDGE,
    OK,
    Misbehaviour,
    asked,
    asking,
    balance,
    explode,
    failed,
    hang,
    mended,
    pair,
    said,
    streamed,
    tool_message,
    turn,
    two,
)
from tests.support.model_server import Reply, completion, message_step
from tests.support.waiting import PATIENCE_S
from tools.loop.judge import CALL_IN_WORDS
from tools.loop.outcome import Limits, Status
from tools.loop.run_state import CLOSING

_TAG = f'<tool_call>{{"name":"get_balance","arguments":{ARGUMENTS}}}</tool_call>'
_OBJECT = "send the arguments as one JSON object"
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


def _not_json(arguments: str, reason: str) -> bytes:
    return mended(arguments, failed("arguments_not_json", reason, _OBJECT))


def _wrong(arguments: str, message: str, field: str, hint: str | None = None) -> bytes:
    return mended(arguments, failed("invalid_arguments", message, hint, field))


def _piece(function: str, call_id: str = "") -> str:
    beside = f'"id":"{call_id}",' if call_id else ""
    return f'{{"choices":[{{"delta":{{"tool_calls":[{{{beside}"function":{{{function}}}}}]}}}}]}}'


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
    Misbehaviour("money and dates", (asking(ARGUMENTS), DONE), mended(ARGUMENTS, OK)),
    Misbehaviour(
        "more digits than a float has",
        (asking(_GREAT), DONE),
        mended(_GREAT, _ok('"12345678901234567.89"')),
        tool=lambda arguments: arguments.amount,
    ),
    # Arguments.
    Misbehaviour(
        "arguments that are not JSON",
        (asking('{"account_id" 7}'), DONE),
        _not_json(r'{"invalid_json":"{\"account_id\" 7}"}', "the arguments are not valid JSON"),
        ran=0,
    ),
    Misbehaviour(
        "arguments that no server reads again",
        (asking("[7]"), DONE),
        _not_json('{"invalid_json":"[7]"}', "the arguments must be one JSON object"),
        ran=0,
    ),
    Misbehaviour(
        "single quotes and a trailing comma",
        (asking("{'account_id': 7,}"), DONE),
        mended(
            ARGUMENTS,
            _ok(BALANCE, '["the arguments were not valid JSON and were mended"]'),
        ),
    ),
    Misbehaviour(
        "arguments as an object", (asking({"account_id": 7}), DONE), mended(ARGUMENTS, OK)
    ),
    Misbehaviour(
        "an argument missing",
        (asking("{}"), DONE),
        _wrong("{}", "Field required", "account_id"),
        ran=0,
    ),
    Misbehaviour(
        "an argument of another type",
        (asking('{"account_id":"x"}'), DONE),
        _wrong(
            '{"account_id":"x"}',
            "Input should be a valid integer, unable to parse string as an integer",
            "account_id",
        ),
        ran=0,
    ),
    Misbehaviour(
        "an invented argument",
        (asking('{"account_id":7,"colour":"red"}'), DONE),
        _wrong(
            '{"account_id":7,"colour":"red"}',
            "Extra inputs are not permitted",
            "colour",
            "leave this argument out",
        ),
        ran=0,
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
    Misbehaviour(
        "a tool raises", (asking(ARGUMENTS), DONE), mended(ARGUMENTS, _REFUSED), tool=explode
    ),
    Misbehaviour(
        "a tool that does not answer",
        (asking(ARGUMENTS), DONE),
        mended(
            ARGUMENTS,
            failed("timeout", "the tool did not answer in time", "ask for less, or go on"),
        ),
        tool=hang,
        timeout=0.1,
    ),
    Misbehaviour(
        "a result of two megabytes",
        (asking(ARGUMENTS), DONE),
        mended(ARGUMENTS, _TOO_LARGE),
        tool=lambda _: "x" * 2_000_000,
    ),
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
        (asking(ARGUMENTS), asking(ARGUMENTS), asking(ARGUMENTS), DONE),
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
