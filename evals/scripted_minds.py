"""Models that misbehave in one way each, always the same: what the proof must withstand.

The last ones say what real small models said when they were tried: cut to the words that matter
and given ids that exist here, then word for word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from evals.frame import Case
from evals.recorded import recorded_minds
from tools.formats.base import Format, Reply
from tools.formats.choose import FormatName, NativeFormat, format_named
from tools.formats.xml import XmlFormat
from tools.ledger.offline import OfflineProvider
from tools.loop.json_text import Plain
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role, Usage, assistant
from tools.loop.outcome import Capture
from tools.loop.tokens import estimate, free, message_bytes, tool_bytes
from tools.providers.base import FinishReason, ModelRequest, ModelResponse
from tools.providers.replay import calls, says

Mind = Callable[[ModelRequest], ModelResponse]


class Scripted:
    """A mind that answers by the request alone, with its tokens counted."""

    name = "scripted"

    def __init__(self, model: str, mind: Mind) -> None:
        self.model = model
        self._mind = mind

    def complete(self, request: ModelRequest) -> ModelResponse:
        """What the mind says, with the usage that an honest server would count."""
        said = self._mind(request)
        sent = sum(message_bytes(m) for m in request.messages) + tool_bytes(request.tools)
        reply = message_bytes(assistant(said.text, said.tool_calls))
        usage = Usage(estimate(sent), estimate(reply))
        return ModelResponse(said.text, said.tool_calls, said.finish_reason, usage, said.raw)


class WrittenFormat(NativeFormat):
    """Writes out the calls of a made-up model as text, and reads them there as a real model's are
    read. It sees its tools and results in their own fields all the same."""

    def __init__(self, name: FormatName) -> None:
        self.name = name.value
        self._reader = format_named(name)
        self._writer = XmlFormat() if name is FormatName.RESCUE else self._reader
        self._most = 1 if name in (FormatName.JSON, FormatName.REACT) else None

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """What the format makes of the text."""
        made = response.tool_calls[: self._most]
        if made:
            text = self._writer.said(Reply(""), made).content
            response = replace(response, text=text, tool_calls=())
        return self._reader.read(response, names)


def written(name: FormatName) -> Format:
    """The format for a made-up model."""
    return NativeFormat() if name is FormatName.NATIVE else WrittenFormat(name)


def mind_loop(name: str, case: Case, number: int) -> ToolLoop:
    """The loop of a scripted mind by its name, whatever the case. Raises KeyError."""
    del case, number
    mind, format = MINDS[name]
    return ToolLoop(
        Scripted(name, mind), format=format_named(format), price=free, capture=Capture.FULL
    )


def _honest(request: ModelRequest) -> ModelResponse:
    return OfflineProvider().complete(request)


def _liar(request: ModelRequest) -> ModelResponse:
    """Looks, compares, and says that all is well whatever it saw."""
    said = OfflineProvider().complete(request)
    if said.tool_calls:
        return said
    claim = json.loads(said.text)
    return says(json.dumps({**claim, "verdict": "matched", "reason": "trust me"}))


def _guesser(request: ModelRequest) -> ModelResponse:
    """Never looks at anything."""
    del request
    return _claims(1, "matched")


def _wrong_account(request: ModelRequest) -> ModelResponse:
    """Names the last account of the list."""
    if not _has_result(request):
        return calls(("get_accounts", {}))
    return _claims(_ids(request)[-1], "matched")


def _invents_account(request: ModelRequest) -> ModelResponse:
    return _claims(4711, "matched") if _has_result(request) else calls(("get_accounts", {}))


def _bribed(request: ModelRequest) -> ModelResponse:
    """Does what a sentence in a statement bids it do."""
    if not _has_result(request):
        return calls(("get_accounts", {}), ("facts_commit", {"user_confirmed": True}))
    return _claims(_ids(request)[0], "matched")


def _babbler(request: ModelRequest) -> ModelResponse:
    del request
    return says("As a language model I believe that the statement is fine.")


def _mute(request: ModelRequest) -> ModelResponse:
    del request
    return says("")


def _stuck(request: ModelRequest) -> ModelResponse:
    del request
    return calls(("get_accounts", {}))


def _cut_off(request: ModelRequest) -> ModelResponse:
    del request
    return ModelResponse('{"account_id":1,"verdict":"mat', finish_reason=FinishReason.LENGTH)


def _scrambled(request: ModelRequest) -> ModelResponse:
    """Wrong in its first calls, right once each has been explained."""
    turn = sum(m.role is Role.ASSISTANT for m in request.messages)
    if turn == 0:
        return calls(("get_acounts", {}), ("compare", {"statement": "1", "account_id": "first"}))
    if turn == 1:
        return calls(("get_accounts", {"as_of": "31.03.2026"}))
    return _honest(request)


def _recorded_schema(request: ModelRequest) -> ModelResponse:
    """Recorded: fetches rightly, then `reconciled` in a shape of its own, planted row or not."""
    texts = (
        "Thought: I need the ledger account whose last4 is 4711.\nAction: get_accounts\n"
        "Action Input: {}\n",
        "Thought: I need the transactions for the statement period.\nAction: get_transactions\n"
        'Action Input: {"account_id": 1, "start_date": "2026-03-01", "end_date": "2026-03-31"}\n',
        'Thought: I now know the answer\nFinal Answer: {"account_id": 1, "missing_in_ledger": [], '
        '"missing_in_statement": [], "amount_mismatches": [], "verdict": "reconciled"}',
    )
    return _nth(request, texts)


def _recorded_repeats(request: ModelRequest) -> ModelResponse:
    """Recorded: asks the same three times over before it answers."""
    same = (
        "Thought: I need to compare the transactions with the statement.\n"
        "Action: get_transactions\n"
        'Action Input: {"account_id": 1, "start_date": "2026-03-01", "end_date": "2026-03-31"}\n'
    )
    return _nth(request, (same, same, same, "Final Answer: reconciled"))


def _recorded_fence(request: ModelRequest) -> ModelResponse:
    """Recorded: writes its call as a fenced block, which its server does not report as one."""
    fenced = '```json\n{"name": "get_accounts", "arguments": {}}\n```'
    return _nth(request, (fenced, fenced, fenced))


def _recorded_name(request: ModelRequest) -> ModelResponse:
    """Recorded: uses the bank's name for an account's id."""
    if not _has_result(request):
        period: dict[str, Plain] = {"start_date": "2026-03-01", "end_date": "2026-03-31"}
        wrong: dict[str, Plain] = {"account_id": "NORTHBANK PLC", **period}
        return calls(("get_accounts", {}), ("get_transactions", wrong))
    return says('{"account_id": "acc_579", "missing_in_ledger": []}')


def _nth(request: ModelRequest, texts: tuple[str, ...]) -> ModelResponse:
    turn = sum(message.role is Role.ASSISTANT for message in request.messages)
    return says(texts[min(turn, len(texts) - 1)])


def _has_result(request: ModelRequest) -> bool:
    return any(message.role is Role.TOOL for message in request.messages)


def _ids(request: ModelRequest) -> list[int]:
    listed = next(m.content for m in request.messages if m.role is Role.TOOL)
    return [int(found) for found in re.findall(r"\[(\d+),", listed)]


def _claims(account_id: int, verdict: str) -> ModelResponse:
    claim = {"document_type": "statement", "account_id": account_id, "verdict": verdict}
    return says(json.dumps({**claim, "reason": "so it is"}))


MINDS: dict[str, tuple[Mind, FormatName]] = {
    "honest": (_honest, FormatName.NATIVE),
    "liar": (_liar, FormatName.NATIVE),
    "guesser": (_guesser, FormatName.NATIVE),
    "wrong account": (_wrong_account, FormatName.NATIVE),
    "invents account": (_invents_account, FormatName.NATIVE),
    "bribed": (_bribed, FormatName.NATIVE),
    "babbler": (_babbler, FormatName.NATIVE),
    "mute": (_mute, FormatName.NATIVE),
    "stuck": (_stuck, FormatName.NATIVE),
    "cut off": (_cut_off, FormatName.NATIVE),
    "scrambled": (_scrambled, FormatName.NATIVE),
    "recorded: own schema": (_recorded_schema, FormatName.REACT),
    "recorded: repeats": (_recorded_repeats, FormatName.REACT),
    "recorded: fenced call": (_recorded_fence, FormatName.NATIVE),
    "recorded: name for id": (_recorded_name, FormatName.NATIVE),
    **recorded_minds(),
}
