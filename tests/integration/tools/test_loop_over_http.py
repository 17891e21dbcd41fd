"""The real loop, its real client and a real server: what is sent is what is asserted."""

from typing import Literal

import pytest
from pydantic import BaseModel

from tests.support.model_server import ModelServer, completion, model_server
from tools.ledger.workspace import Arguments
from tools.loop.events import Event, ToolRequested
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult, Status
from tools.loop.registry import CostClass, Tool, ToolRegistry
from tools.loop.run_state import CLOSING, Task
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


def run(server: ModelServer) -> LoopResult[Claim]:
    loop = ToolLoop(OpenAIProvider("m", base_url=server.base_url, api_key="k"))
    task = Task((system("Be brief."), user("Which account?")), registry(), Claim)
    return loop.run(task)


def test_tool_calls_over_two_turns_then_the_answer() -> None:
    with model_server(
        completion(None, ("get_accounts", "{}")),
        completion(None, ("compare", '{"account_id":7}')),
        completion('{"account_id":7,"verdict":"matched"}'),
    ) as server:
        result = run(server)
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
        result = run(server)
    assert result.answer == Claim(account_id=None, verdict="unproven")
    first = server.requests[0].json["messages"][0]
    assert first["role"] == "system"
    assert '"account_id":integer|null' in first["content"]


def test_at_the_turn_cap_one_closing_request_keeps_the_tools_and_forbids_calls() -> None:
    asking = [completion(None, ("compare", f'{{"account_id":{n}}}')) for n in range(8)]
    with model_server(*asking, completion('{"account_id":3,"verdict":"unproven"}')) as server:
        result = run(server)
    assert result.status is Status.TURN_CAP
    assert result.answer == Claim(account_id=3, verdict="unproven")
    last, first = server.requests[8].json, server.requests[0].json
    assert last["tools"] == first["tools"]
    assert last["tool_choice"] == "none"
    assert last["messages"][-1] == {"role": "user", "content": CLOSING}


@pytest.mark.parametrize("text", ["matched!", '{"account_id":"x"}', "[1]"])
def test_nonsense_is_corrected_once_then_an_invalid_answer(text: str) -> None:
    with model_server(completion(text), completion(text)) as server:
        result = run(server)
    assert result.status is Status.INVALID_ANSWER
    assert result.answer is None
    again = server.requests[1].json
    assert again["messages"][-1]["content"].startswith("That answer cannot be used: ")
    assert again["response_format"]["json_schema"]["strict"] is True


def test_a_server_does_not_learn_what_machine_asks() -> None:
    with model_server(completion('{"account_id":null,"verdict":"unproven"}')) as server:
        run(server)
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
