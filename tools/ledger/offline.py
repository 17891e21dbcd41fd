"""A model made of rules: asks the same tools as any other and answers the same claim, for nothing.

It is the default, so that a newcomer needs no key, and the baseline that a language model must
beat. Like any model it only claims; it never proves. Where two accounts fit equally well it says
that it does not know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tools.ledger.account_fit import best_accounts
from tools.ledger.workspace import find_statement
from tools.loop.json_text import Plain, dumps, loads
from tools.loop.messages import Message, Role, ToolCall
from tools.providers.base import FinishReason, ModelRequest, ModelResponse

_CARD = "card"
_MOST_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class _Heard:
    """A tool's result with the arguments it was asked with."""

    name: str
    arguments: Mapping[str, Plain]
    data: object


class OfflineProvider:
    """Which account, by mask, institution, name and currency; what differs, by asking compare."""

    name = "offline"
    model = "offline"

    def complete(self, request: ModelRequest) -> ModelResponse:
        facts = find_statement(request.messages)
        if facts is None:
            return _says(_claim("other", None, "unproven", "there is no statement to look at"))
        heard = list(_results(request.messages))
        names = {spec.name for spec in request.tools} if request.tool_choice == "auto" else set()
        return _next_step(facts, heard, names)


def _next_step(
    facts: Mapping[str, object], heard: Sequence[_Heard], names: set[str]
) -> ModelResponse:
    listed = next((h for h in heard if h.name == "get_accounts"), None)
    if listed is None and "get_accounts" in names:
        return _asks([("get_accounts", _as_of(facts))])
    fitting = best_accounts(facts, _rows(listed.data) if listed else [])
    if not fitting or len(fitting) > _MOST_CANDIDATES:
        return _says(_unsure(facts, fitting))
    compared = {h.arguments.get("account_id"): h.data for h in heard if h.name == "compare"}
    missing = [account for account in fitting if account not in compared]
    if missing and "compare" in names:
        return _asks([("compare", _compare(facts, account)) for account in missing])
    return _says(_verdict(facts, fitting, compared))


def _verdict(
    facts: Mapping[str, object], fitting: Sequence[int], compared: Mapping[Plain, object]
) -> str:
    """The claim on the one account that explains most lines; a tie is no answer."""
    scores = {a: _matched(compared.get(a)) for a in fitting}
    best = max(scores.values())
    leaders = [account for account, score in scores.items() if score == best]
    if len(leaders) > 1:
        return _unsure(facts, leaders)
    account = leaders[0]
    result = compared.get(account)
    if not isinstance(result, dict):
        return _claim(_type(facts), account, "unproven", "the comparison gave no result")
    if facts.get("status") == "unproven":
        return _claim(_type(facts), account, "unproven", "the page's own figures do not agree")
    differences = result.get("total_differences", 0)
    if differences:
        return _claim(_type(facts), account, "differences", f"{differences} differences found")
    return _claim(_type(facts), account, "matched", "every line has its entry")


def _unsure(facts: Mapping[str, object], fitting: Sequence[int]) -> str:
    reason = f"{len(fitting)} accounts fit equally well" if fitting else "no account fits"
    return _claim(_type(facts), None, "unproven", reason)


def _type(facts: Mapping[str, object]) -> str:
    return "card_statement" if facts.get("kind") == _CARD else "statement"


def _claim(document_type: str, account_id: int | None, verdict: str, reason: str) -> str:
    return dumps(
        {
            "document_type": document_type,
            "account_id": account_id,
            "verdict": verdict,
            "reason": reason,
        }
    )


def _matched(result: object) -> int:
    """How many lines are explained; fewer differences decide between equals."""
    if not isinstance(result, dict):
        return -1
    return int(result.get("matched", 0)) * 1000 - int(result.get("total_differences", 0))


def _as_of(facts: Mapping[str, object]) -> dict[str, Plain]:
    end = facts.get("period_end")
    return {"as_of": end} if isinstance(end, str) else {}


def _compare(facts: Mapping[str, object], account: int) -> dict[str, Plain]:
    return {"statement": str(facts["statement"]), "account_id": account}


def _results(messages: Sequence[Message]) -> list[_Heard]:
    """Every successful result, with the call it answers."""
    asked = {call.id: call for m in messages for call in m.tool_calls}
    results = [m for m in messages if m.role is Role.TOOL and m.tool_call_id in asked]
    heard = [_heard(asked[m.tool_call_id], m.content) for m in results if m.tool_call_id]
    return [each for each in heard if each is not None]


def _heard(call: ToolCall, content: str) -> _Heard | None:
    envelope = loads(content)
    arguments = loads(call.arguments)
    if not isinstance(envelope, dict) or not envelope.get("ok") or not isinstance(arguments, dict):
        return None
    return _Heard(call.name, arguments, envelope.get("data"))


def _rows(data: object) -> list[Mapping[str, object]]:
    """A compact table as one object per row."""
    if not isinstance(data, dict):
        return []
    columns, rows = data.get("columns", []), data.get("rows", [])
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _asks(calls: Sequence[tuple[str, dict[str, Plain]]]) -> ModelResponse:
    asked = tuple(
        ToolCall(f"offline_{name}_{index}", name, dumps(arguments))
        for index, (name, arguments) in enumerate(calls)
    )
    return ModelResponse(tool_calls=asked, finish_reason=FinishReason.TOOL_CALLS)


def _says(text: str) -> ModelResponse:
    return ModelResponse(text=text)
