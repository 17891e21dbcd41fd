"""The thirty-two things that models and servers do wrong, each as a script for the model server.

They are those that other tool loops were measured with, in the same order; `added` is what the
last request appends to the one before, byte for byte, and nothing else may differ.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from tests.support.loops import Lookup
from tests.support.model_server import Reply, Step, call, completion, message_step
from tests.support.waiting import PATIENCE_S
from tools.loop.outcome import Limits, Status

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
