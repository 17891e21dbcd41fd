"""The same loop over Anthropic's own protocol: other bytes, the same result."""

import json
from typing import Any

import pytest

from tests.support.loops import Answer, Kept, registry
from tests.support.model_server import ModelServer, Reply, model_server
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult, Status
from tools.loop.run_state import Task
from tools.providers.anthropic import AnthropicProvider


def message(*content: dict[str, Any], stop: str = "end_turn") -> Reply:
    usage = {"input_tokens": 50, "cache_read_input_tokens": 150, "output_tokens": 9}
    body = {"content": list(content), "stop_reason": stop, "usage": usage}
    return Reply(json.dumps(body).encode())


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def use(call_id: str, account: int) -> dict[str, Any]:
    given = {"account_id": account}
    return {"type": "tool_use", "id": call_id, "name": "get_balance", "input": given}


def run(server: ModelServer, function: Any = None, **options: Any) -> LoopResult[Answer]:
    base = server.base_url.removesuffix("/v1")
    provider = AnthropicProvider("claude", base_url=base, api_key="k", max_retries=0)
    task = Task((system("Be brief."), user("Which?")), registry(function), Answer)
    return ToolLoop(provider, **options).run(task)


DONE = message(text('{"account_id":7}'))


def test_calls_and_results_travel_as_blocks() -> None:
    kept = Kept()
    asks = message(text("I look."), use("a", 1), use("b", 2), stop="tool_use")
    with model_server(asks, DONE) as server:
        result = run(server, kept)
    assert result.status is Status.OK
    assert sorted(asked.account_id for asked in kept.asked) == [1, 2]
    assert (result.usage.input_tokens, result.usage.cached_tokens) == (400, 300)
    first, second = (request.json for request in server.requests)
    assert first["system"][0]["text"].startswith("Be brief.")
    # What the next request begins with is cached: instructions and tools, and the newest result.
    marked = [request["system"][0]["cache_control"]["type"] for request in (first, second)]
    assert marked == ["ephemeral"] * 2
    blocks = [block for turn in second["messages"] for block in turn["content"]]
    assert ["cache_control" in block for block in blocks] == [*[False] * (len(blocks) - 1), True]
    assert first["tools"][0]["input_schema"]["type"] == "object"
    assert [turn["role"] for turn in second["messages"]] == ["user", "assistant", "user"]
    assert [block["type"] for block in second["messages"][1]["content"]] == [
        "text",
        "tool_use",
        "tool_use",
    ]
    assert [b["tool_use_id"] for b in second["messages"][2]["content"]] == ["a", "b"]
    assert server.requests[0].headers["authorization"] == "Bearer k"
    assert server.requests[0].path == "/v1/messages"


@pytest.mark.parametrize(
    ("stop", "status"), [("max_tokens", Status.TRUNCATED), ("refusal", Status.REFUSED)]
)
def test_the_protocols_own_endings_have_their_status(stop: str, status: Status) -> None:
    cut = message(text('{"account'), stop=stop)
    with model_server(cut, cut) as server:
        assert run(server).status is status


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(b"{}", 401), "provider_refused"),
        (Reply(b"{}", 429), "provider_rate_limited"),
        (Reply(b"<html>"), "provider_reply_unreadable"),
        (Reply(b"{}"), "provider_reply_unreadable"),
    ],
)
def test_what_is_no_message_is_a_provider_error(reply: Reply, code: str) -> None:
    with model_server(reply) as server:
        result = run(server)
    assert result.error is not None
    assert result.error.code == code


def event(kind: str, **fields: Any) -> bytes:
    return json.dumps({"type": kind, **fields}).encode()


def streamed(*events: bytes) -> Reply:
    # The client distinguishes events by their `event:` lines.
    named = (json.loads(each)["type"].encode() + b"\ndata: " + each for each in events)
    return Reply(events=tuple(named), event_lines=True)


def test_a_streamed_message_is_the_same_as_a_plain_one() -> None:
    start = event("message_start", message={"usage": {"input_tokens": 50}})
    stop = event("message_delta", delta={"stop_reason": "tool_use"}, usage={"output_tokens": 9})
    block = {"type": "tool_use", "id": "a", "name": "get_balance", "input": {}}
    asks = streamed(
        start,
        event("content_block_start", index=0, content_block=block),
        event("content_block_delta", index=0, delta={"partial_json": '{"account'}),
        event("content_block_delta", index=0, delta={"partial_json": '_id":7}'}),
        stop,
    )
    answers = streamed(
        start,
        event("content_block_start", index=0, content_block=text("")),
        event("content_block_delta", index=0, delta={"text": '{"account_id":7}'}),
        event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 9}),
    )
    kept = Kept()
    with model_server(asks, answers) as server:
        result = run(server, kept, stream=True)
    assert result.status is Status.OK
    assert [asked.account_id for asked in kept.asked] == [7]
    assert result.usage.total_tokens == 118


def test_a_stream_that_breaks_off_inside_a_call_never_runs_it() -> None:
    block = {"type": "tool_use", "id": "a", "name": "get_balance", "input": {}}
    broken = streamed(
        event("content_block_start", index=0, content_block=block),
        event("content_block_delta", index=0, delta={"partial_json": '{"account_id":7'}),
    )
    kept = Kept()
    with model_server(broken, broken) as server:
        result = run(server, kept, stream=True)
    assert result.status is Status.TRUNCATED
    assert kept.asked == []


def test_an_answer_is_held_to_its_schema_once_it_was_wrong() -> None:
    with model_server(message(text("No idea.")), DONE) as server:
        result = run(server)
    assert result.answer == Answer(account_id=7)
    first, second = (request.json for request in server.requests)
    assert "output_config" not in first
    wanted = second["output_config"]["format"]
    assert wanted["type"] == "json_schema"
    assert wanted["schema"]["required"] == ["account_id"]
    assert wanted["schema"]["additionalProperties"] is False


def test_a_model_that_takes_no_schema_is_asked_in_words() -> None:
    refusal = Reply(b'{"error":{"message":"output_config: not supported by this model"}}', 400)
    with model_server(message(text("No idea.")), refusal, DONE) as server:
        result = run(server)
    assert result.answer == Answer(account_id=7)
    assert ["output_config" in request.json for request in server.requests] == [False, True, False]
