"""The same loop over the Responses API: other bytes, the same result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.loops import Answer, Kept, registry
from tests.support.model_server import ModelServer, Reply, model_server
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult, Status
from tools.loop.run_state import Task
from tools.providers.openai_wire import WireOptions
from tools.providers.responses import ResponsesProvider

THOUGHT = {"type": "reasoning", "id": "r1", "summary": [], "encrypted_content": "xyz"}
USAGE = {"input_tokens": 50, "output_tokens": 9, "input_tokens_details": {"cached_tokens": 40}}


def body(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "resp_1", "status": "completed", "output": list(items), "usage": USAGE, **more}


def reply(*items: dict[str, Any], **more: Any) -> Reply:
    return Reply(json.dumps(body(*items, **more)).encode())


def said(words: str) -> dict[str, Any]:
    return {"type": "message", "content": [{"type": "output_text", "text": words}]}


def called(account: str = '{"account_id":7}') -> dict[str, Any]:
    return {"type": "function_call", "call_id": "a", "name": "get_balance", "arguments": account}


DONE = reply(said('{"account_id":7}'))


def run(
    server: ModelServer, function: Any = None, *, store: bool = False, **options: Any
) -> LoopResult[Answer]:
    wire = WireOptions(extra=(("store", True),) if store else ())
    address = server.base_url
    provider = ResponsesProvider("m", base_url=address, api_key="k", options=wire, max_retries=0)
    task = Task((system("Be brief."), user("Which?")), registry(function), Answer)
    return ToolLoop(provider, **options).run(task)


def test_calls_travel_as_items_and_reasoning_goes_back_encrypted() -> None:
    kept = Kept()
    with model_server(reply(THOUGHT, called()), DONE) as server:
        result = run(server, kept)
    assert (result.status, [asked.account_id for asked in kept.asked]) == (Status.OK, [7])
    assert (result.usage.input_tokens, result.usage.cached_tokens) == (100, 80)
    first, second = (request.json for request in server.requests)
    assert (server.requests[0].path, first["store"]) == ("/v1/responses", False)
    assert first["instructions"].startswith("Be brief.")
    assert first["tools"][0]["name"] == "get_balance"
    kinds = [item.get("type", item.get("role")) for item in second["input"]]
    assert kinds == ["user", "reasoning", "function_call", "function_call_output"]
    assert second["input"][1] == THOUGHT


def test_where_the_server_stores_only_what_is_new_is_sent() -> None:
    with model_server(reply(called()), DONE) as server:
        assert run(server, store=True).status is Status.OK
    second = server.requests[1].json
    assert second["previous_response_id"] == "resp_1"
    assert [item["type"] for item in second["input"]] == ["function_call_output"]


def test_a_server_that_has_forgotten_is_sent_all_of_it_again() -> None:
    with model_server(reply(called()), Reply(b"{}", 404), DONE) as server:
        assert run(server, store=True).status is Status.OK
    third = server.requests[2].json
    assert "previous_response_id" not in third
    assert len(third["input"]) == 3


@pytest.mark.parametrize("before", [reply(), reply(called(), called())])
def test_what_the_loop_put_otherwise_is_sent_whole(before: Reply) -> None:
    with model_server(before, DONE) as server:
        assert run(server, store=True).status is Status.OK
    assert "previous_response_id" not in server.requests[1].json


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (
            reply(
                said('{"acc'),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            ),
            Status.TRUNCATED,
        ),
        (
            reply({"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}),
            Status.REFUSED,
        ),
        (reply(status="failed", error={"code": "server_error"}), Status.PROVIDER_ERROR),
        (Reply(b"{}"), Status.PROVIDER_ERROR),
        (Reply(b"<html>"), Status.PROVIDER_ERROR),
        (Reply(b"{}", 401), Status.PROVIDER_ERROR),
    ],
)
def test_the_protocols_own_endings_have_their_status(answer: Reply, status: Status) -> None:
    with model_server(answer, answer) as server:
        assert run(server).status is status


def streamed(*events: dict[str, Any]) -> Reply:
    return Reply(events=tuple(json.dumps(each).encode() for each in events))


def test_a_streamed_response_is_the_same_as_a_plain_one() -> None:
    asks = streamed(
        {"type": "response.output_item.added", "output_index": 0, "item": called("")},
        {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": "{}"},
        {"type": "response.completed", "response": body(THOUGHT, called())},
    )
    words = {"type": "response.output_text.delta", "delta": '{"account_id":7}'}
    ends = {"type": "response.completed", "response": body(said('{"account_id":7}'))}
    kept = Kept()
    with model_server(asks, streamed(words, ends)) as server:
        result = run(server, kept, stream=True)
    assert (result.status, result.usage.total_tokens) == (Status.OK, 118)
    assert len(kept.asked) == 1


def test_a_stream_that_breaks_off_inside_a_call_never_runs_it() -> None:
    begun = {"type": "response.output_item.added", "output_index": 0, "item": called("")}
    kept = Kept()
    with model_server(streamed(begun), streamed(begun)) as server:
        assert run(server, kept, stream=True).status is Status.TRUNCATED
    assert kept.asked == []
