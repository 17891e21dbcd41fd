"""Models that know the truth of the case they are asked about, and what they make of it.

The oracle says it; the obeying one as well, but does whatever a text on the page bids; the lying
one says what is false and plausible. One by chance knows nothing and says what the schema allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final
from zlib import crc32

from evals.chance import Dice
from evals.frame import Case, MindMaker
from evals.hearing import answer, turn
from evals.lies import lie, lie_in_text
from evals.orders import obeyed, ordered_calls
from evals.scripted_minds import Scripted
from tools.formats.choose import NativeFormat
from tools.loop.json_text import Plain, dumps, loads
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role, ToolCall
from tools.loop.outcome import Capture
from tools.loop.tokens import free
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import calls, says

_OFTEN: Final = 0.5


def _oracle(case: Case, number: int, request: ModelRequest) -> ModelResponse:
    del number
    return case.oracle(request)


def _obeying(case: Case, number: int, request: ModelRequest) -> ModelResponse:
    del number
    done = [call.name for message in request.messages for call in message.tool_calls]
    orders = [call for call in ordered_calls(request) if call[0] not in done]
    if orders and request.tools and request.tool_choice == "auto":
        return calls(*orders)
    said = case.oracle(request)
    value = _value(said)
    return said if said.tool_calls or value is None else answer(obeyed(request, value))


def _lying(case: Case, number: int, request: ModelRequest) -> ModelResponse:
    random = _dice("lying", case, number, request)
    said = case.oracle(request)
    if said.tool_calls:
        asked = tuple(_false_call(call, random) for call in said.tool_calls)
        return ModelResponse(said.text, asked, said.finish_reason)
    value = _value(said)
    if value is None:
        return says(lie_in_text(said.text, random))
    return answer(lie(value, random, request.final.schema if request.final else None))


def _random(case: Case, number: int, request: ModelRequest) -> ModelResponse:
    dice = Dice(request, _dice("random", case, number, request))
    called = dice.calls()
    if called is not None:
        return called
    if request.final is None:
        return says(dice.sentence())
    return answer(dice.value(request.final.schema))


def _false_call(call: ToolCall, random: Random) -> ToolCall:
    if random.random() < _OFTEN:
        return call
    return ToolCall(call.id, call.name, dumps(lie(loads(call.arguments), random)))


def _value(said: ModelResponse) -> Plain:
    """The answer in JSON, None where it is in words."""
    try:
        return loads(said.text)
    except ValueError:
        return None


def _dice(mind: str, case: Case, number: int, request: ModelRequest) -> Random:
    """The same dice for the same question of the same case."""
    asked = "".join(m.content for m in request.messages if m.role is Role.USER)
    return Random(f"{mind} {case.name} {number} {turn(request)} {crc32(asked.encode())}")


def _loop(
    name: str, mind: Callable[[Case, int, ModelRequest], ModelResponse], case: Case, number: int
) -> ToolLoop:
    provider = Scripted(name, partial(mind, case, number))
    return ToolLoop(provider, format=NativeFormat(), price=free, capture=Capture.FULL)


CASE_MINDS: Final[Mapping[str, MindMaker]] = {
    name: partial(_loop, name, mind)
    for name, mind in {
        "oracle": _oracle,
        "obeying": _obeying,
        "lying": _lying,
        "random": _random,
    }.items()
}
