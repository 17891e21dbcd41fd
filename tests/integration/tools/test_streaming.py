"""Streaming changes what a listener hears, never what a run comes to."""

import json
from typing import Any

import pytest

from tests.support.loops import run
from tests.support.model_server import Reply, completion, model_server
from tools.loop.events import Event, Streamed
from tools.loop.outcome import Status


def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
    return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}).encode()


def stream(*chunks: bytes, usage: bool = True, done: bool = True) -> Reply:
    counted = json.dumps({"choices": [], "usage": {"prompt_tokens": 90, "completion_tokens": 9}})
    tail = ([counted.encode()] if usage else []) + ([b"[DONE]"] if done else [])
    return Reply(events=(*chunks, *tail))


def piece(arguments: str, **fields: Any) -> bytes:
    name = fields.pop("name", None)
    function = {"arguments": arguments, **({"name": name} if name else {})}
    return chunk({"tool_calls": [{"function": function, **fields}]})


ANSWER = stream(
    chunk({"role": "assistant", "content": ""}),
    chunk({"content": '{"account'}),
    chunk({"content": '_id":7}'}, "stop"),
)
CALL = stream(
    piece("", index=0, id="a", name="get_balance"),
    piece('{"account_', index=0),
    piece('id":7}', index=0),
    chunk({}, "tool_calls"),
)


def test_the_pieces_are_events_and_the_result_is_the_same_as_without() -> None:
    heard: list[Event] = []
    with model_server(CALL, ANSWER) as server:
        streamed = run(server, stream=True, sinks=[heard.append])
    with model_server(
        completion(None, ("get_balance", '{"account_id":7}')), completion('{"account_id":7}')
    ) as plain_server:
        plain = run(plain_server)
    assert streamed.status is plain.status is Status.OK
    assert streamed.answer == plain.answer
    assert [m.role for m in streamed.messages] == [m.role for m in plain.messages]
    assert streamed.usage.input_tokens == 180
    deltas = [event.delta for event in heard if isinstance(event, Streamed)]
    assert "".join(delta.text for delta in deltas) == '{"account_id":7}'
    assert "".join(delta.arguments for delta in deltas) == '{"account_id":7}'
    assert server.requests[0].json["stream"] is True


@pytest.mark.parametrize("index", [{}, {"index": 0}])
def test_two_calls_without_numbers_or_all_numbered_nought_stay_two(index: dict[str, int]) -> None:
    two = stream(
        piece("", id="a", name="get_balance", **index),
        piece('{"account_id":1}', **index),
        piece('{"account_id":2}', id="b", name="get_balance", **index),
        chunk({}, "tool_calls"),
    )
    with model_server(two, ANSWER) as server:
        result = run(server, lambda a: a.account_id, stream=True)
    assert result.status is Status.OK
    tools = [m for m in server.requests[1].json["messages"] if m["role"] == "tool"]
    assert [json.loads(m["content"])["data"] for m in tools] == [1, 2]


def test_a_listener_that_fails_is_dropped_and_the_run_goes_on() -> None:
    def broken(_event: Event) -> None:
        raise RuntimeError

    with model_server(ANSWER) as server:
        result = run(server, stream=True, sinks=[broken])
    assert result.status is Status.OK
    assert result.warnings == ("an event listener failed and was dropped",)
