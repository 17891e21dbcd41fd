"""The real loop, its real client and a real server: what is sent is what is asserted."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from tests.support.loops import Arguments, Kept, run
from tests.support.model_server import ModelServer, Reply, completion, model_server
from tools.formats.choose import FormatName, format_named
from tools.loop.events import Event, Streamed, ToolRequested
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult, Status
from tools.loop.registry import CostClass, Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.openai import OpenAIProvider


class Claim(BaseModel):
    account_id: int | None
    verdict: Literal["matched", "differences", "unproven"]


class Lookup(Arguments):
    account_id: int


def registry() -> ToolRegistry:
    return ToolRegistry(
        [
            Tool("get_accounts", "All accounts.", Arguments, lambda _: [{"id": 7}]),
            Tool("compare", "Compare.", Lookup, lambda a: {"matched": a.account_id}),
        ]
    )


def run_claim(server: ModelServer) -> LoopResult[Claim]:
    loop = ToolLoop(OpenAIProvider("m", base_url=server.base_url, api_key="k"))
    task = Task((system("Be brief."), user("Which account?")), registry(), Claim)
    return loop.run(task)


def test_tool_calls_over_two_turns_then_the_answer() -> None:
    with model_server(
        completion(None, ("get_accounts", "{}")),
        completion(None, ("compare", '{"account_id":7}')),
        completion('{"account_id":7,"verdict":"matched"}'),
    ) as server:
        result = run_claim(server)
    assert result.status is Status.OK
    assert result.answer == Claim(account_id=7, verdict="matched")
    assert result.turns == 3
    assert result.calls == 2
    messages = server.requests[1].json["messages"]
    assert messages[-2]["tool_calls"][0]["function"] == {"name": "get_accounts", "arguments": "{}"}
    assert messages[-1] == {
        "role": "tool",
        "tool_call_id": "call_0",
        "content": '{"ok":true,"data":[{"id":7}],"warnings":[],"errors":[]}',
    }
    assert server.requests[0].headers["authorization"] == "Bearer k"


def test_the_answers_shape_is_given_once_in_the_system_message() -> None:
    with model_server(completion('{"account_id":null,"verdict":"unproven"}')) as server:
        result = run_claim(server)
    assert result.answer == Claim(account_id=None, verdict="unproven")
    first = server.requests[0].json["messages"][0]
    assert first["role"] == "system"
    assert '"account_id":integer|null' in first["content"]


def test_a_server_does_not_learn_what_machine_asks() -> None:
    with model_server(completion('{"account_id":null,"verdict":"unproven"}')) as server:
        run_claim(server)
    sent = {
        name: value for name, value in server.requests[0].headers.items() if "stainless" in name
    }
    assert set(sent) <= {"x-stainless-retry-count", "x-stainless-read-timeout"}


def test_an_event_names_how_long_a_tool_may_take() -> None:
    heard: list[Event] = []
    slow = Tool("compare", "Compare.", Lookup, lambda _: None, cost_class=CostClass.LONG)
    tools = ToolRegistry([*registry_of("get_accounts"), slow])
    with model_server(
        completion(None, ("get_accounts", "{}"), ("compare", '{"account_id":7}')),
        completion('{"account_id":7,"verdict":"matched"}'),
    ) as server:
        loop = ToolLoop(OpenAIProvider("m", base_url=server.base_url), sinks=[heard.append])
        loop.run(Task((user("Which account?"),), tools, Claim))
    requested = [(e.call.name, e.cost_class) for e in heard if isinstance(e, ToolRequested)]
    assert requested == [("get_accounts", "short"), ("compare", "long")]


def registry_of(name: str) -> list[Tool]:
    return [Tool(name, "All accounts.", Arguments, lambda _: [{"id": 7}])]


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


ASKS = {
    FormatName.REACT: 'Thought: t\nAction: get_balance\nAction Input: {"account_id": 7}\n',
    FormatName.XML: '<tool_call>{"name":"get_balance","arguments":{"account_id":7}}</tool_call>',
    FormatName.JSON: '{"tool":"get_balance","args":{"account_id":7}}',
}
ANSWERS = {
    FormatName.REACT: 'Thought: I know the answer\nFinal Answer: {"account_id":7}',
    FormatName.XML: '{"account_id":7}',
    FormatName.JSON: '{"final":{"account_id":7}}',
}
RESULT = '{"ok":true,"data":{"balance":"10.10","on":"2026-01-31"},"warnings":[],"errors":[]}'
RESULTS = {
    FormatName.REACT: f"Observation: {RESULT}",
    FormatName.XML: f"<tool_response>{RESULT}</tool_response>",
    FormatName.JSON: f'{{"result":{RESULT}}}',
}


@pytest.mark.parametrize("name", ASKS)
def test_a_call_and_its_result_travel_as_text(name: FormatName) -> None:
    kept = Kept()
    with model_server(completion(ASKS[name]), completion(ANSWERS[name])) as server:
        result = run(server, kept, format=format_named(name))
    assert result.status is Status.OK
    assert result.answer is not None
    assert [asked.account_id for asked in kept.asked] == [7]
    messages = server.requests[1].json["messages"]
    assert messages[-1] == {"role": "user", "content": RESULTS[name]}
    assert messages[-2]["role"] == "assistant"
    assert all("tools" not in request.json for request in server.requests)


def test_json_holds_the_server_to_the_schema_and_steps_down_where_it_cannot() -> None:
    refused = Reply(b"{}", 400)
    with model_server(refused, completion(ANSWERS[FormatName.JSON])) as server:
        result = run(server, format=format_named(FormatName.JSON))
    assert result.status is Status.OK
    kinds = [request.json["response_format"]["type"] for request in server.requests]
    assert kinds == ["json_schema", "json_object"]
