"""Models that know the truth of the case they are asked about, and what they make of it.

The oracle says it; the obeying one as well, but does whatever a text on the page bids; the lying
one says what is false and plausible. One by chance knows nothing and says what the schema allows.
The script knows nothing either: it is regular expressions, as anybody writes them in an hour, and
what it solves shows no model's worth.
"""

from __future__ import annotations

import json
import re
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
from evals.scripted_minds import Scripted, written
from tools.formats.choose import FormatName
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


_LINE = re.compile(r"^(\d+): (.*)$", re.MULTILINE)
_DAY = re.compile(r"\b\d{2}[./-]\d{2}(?:[./-]\d{2,4})?\b|\b\d{4}-\d{2}-\d{2}\b")
_FIGURE = re.compile(r"[-+]?\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}\b")
_COMES_IN = re.compile(r"salary|refund|transfer from|interest|credit|deposit", re.IGNORECASE)
_ENDS = (
    ("opening_balance", re.compile(r"opening|brought|first|previous|old", re.IGNORECASE)),
    ("closing_balance", re.compile(r"closing|carried|last|new|final", re.IGNORECASE)),
)
_WHAT = {
    "fee": r"fee|charge|geb(ü|ue)hr|f(ü|ue)hrung|frais|commission",
    "interest": r"interest|zins|int(é|e)r(ê|e)t",
    "tax": r"\btax|steuer|imp(ô|o)t",
    "refund": r"refund|erstattung|rembours|gutschrift",
    "reversal": r"revers|storno|r(ü|ue)cklast|annul",
    "cash": r"\batm\b|cash|geldautomat|retrait",
    "cheque": r"cheque|check|scheck|ch(è|e)que",
    "transfer": r"transfer|umbuchung|virement",
}


def _script(case: Case, number: int, request: ModelRequest) -> ModelResponse:
    del case, number
    asked = request.messages[-1].content
    fields = dict(request.final.schema)["properties"] if request.final else {}
    assert isinstance(fields, dict)
    if "rows" in fields:
        return says(json.dumps(_copied(asked)))
    if "opinions" in fields:
        return says(json.dumps({"opinions": _opinions(json.loads(asked[asked.index("{") :]))}))
    return says(json.dumps({"cells": []}))


def _copied(asked: str) -> dict[str, list[list[str]]]:
    """A row where a line has a day and a figure, an end where a word of one is beside a figure."""
    rows, facts, before = [], [], 0
    for line, text in _LINE.findall(asked):
        day, figures = _DAY.search(text), _FIGURE.findall(_DAY.sub(" ", text))
        if day and figures:
            balance = figures[1] if len(figures) > 1 else ""
            rises = bool(_COMES_IN.search(text)) or figures[0].startswith("+")
            if balance and before:
                rises = _cents(balance) > before
            before = _cents(balance) if balance else before
            amount = figures[0].lstrip("+-")
            rows.append([line, day[0], *(["", amount] if rises else [amount, ""]), balance])
            continue
        for name, words in _ENDS:
            if figures and words.search(text):
                facts.append([name, line, figures[-1]])
                before = before or _cents(figures[-1])
                break
    return {"rows": rows, "facts": facts}


def _cents(figure: str) -> int:
    return int(re.sub(r"[^\d-]", "", figure))


def _opinions(shown: Mapping[str, list[list[Plain]]]) -> list[dict[str, object]]:
    texts = {row[0]: str(row[3]) for row in shown["lines"]}
    entries = {row[0]: str(row[3]) for row in shown["entries"]}
    found = []
    for number, kind, _, lines, others in shown["differences"]:
        assert isinstance(lines, list)
        assert isinstance(others, list)
        said = " ".join(texts.get(line, "") for line in lines)
        what = next((w for w, r in _WHAT.items() if re.search(r, said, re.IGNORECASE)), None)
        if what is None and kind == "missing_in_ledger" and "entries_of_other_accounts" in shown:
            what = "other_account"
        same = [
            {"line": line, "entry": entry}
            for line in lines
            for entry in others
            if set(_words(texts.get(line, ""))) & set(_words(entries.get(entry, "")))
        ]
        opinion = {"n": number, "what": what, "pairs": same if kind == "ambiguous" else []}
        found.append(opinion | {"why": "Words.", "lines": lines, "entries": others, "act": None})
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"\w{4,}", text.lower())


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


_MINDS: Final[Mapping[str, Callable[[Case, int, ModelRequest], ModelResponse]]] = {
    "oracle": _oracle,
    "obeying": _obeying,
    "lying": _lying,
    "random": _random,
    "script": _script,
}


def case_loop(name: str, format: FormatName, case: Case, number: int) -> ToolLoop:
    """The loop of one of these models, whose calls go through the format. Raises KeyError."""
    provider = Scripted(name, partial(_MINDS[name], case, number))
    return ToolLoop(provider, format=written(format), price=free, capture=Capture.FULL)


CASE_MINDS: Final[Mapping[str, MindMaker]] = {
    name: partial(case_loop, name, FormatName.NATIVE) for name in _MINDS
}
