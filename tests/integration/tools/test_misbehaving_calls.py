"""Calls as real models make them: wrong, odd or dangerous, each with what the next request says."""

import json
import threading
import time
from typing import Any

import pytest

from tests.support.loops import Kept, Lookup, error, registry, run, tool_messages
from tests.support.model_server import call, completion, message_step, model_server
from tests.support.waiting import PATIENCE_S
from tools.formats.choose import FormatName, format_named
from tools.loop.outcome import Status
from tools.loop.registry import Tool, ToolRegistry

DONE = completion('{"account_id":7}')


def asking(arguments: Any, name: str = "get_balance") -> Any:
    message = {"role": "assistant", "content": None, "tool_calls": [call("a", name, arguments)]}
    return message_step(message, "tool_calls")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("{'account_id': 7, 'amount': 1,234.56}", "invalid_arguments"),
        ("{'account_id': 7, 'amount': 10.10}", "arguments_not_json"),
    ],
)
def test_mending_never_changes_a_number(arguments: str, code: str) -> None:
    kept = Kept()
    with model_server(asking(arguments), DONE) as server:
        run(server, kept)
    assert kept.asked == []
    assert error(server, 1)["code"] == code


class Page(Lookup):
    """Arguments of which one may be left out, but has no null."""

    limit: int = 50


@pytest.mark.parametrize("format", [FormatName.NATIVE, FormatName.JSON])
def test_null_for_what_may_be_left_out_means_that_it_is(format: FormatName) -> None:
    pages: list[Page] = []
    tools = ToolRegistry([Tool("get_page", "A page.", Page, pages.append)])
    null = '{"account_id":7,"amount":null,"limit":null}'
    native = format is FormatName.NATIVE
    asks = (
        asking(null, "get_page") if native else completion(f'{{"tool":"get_page","args":{null}}}')
    )
    answer = DONE if native else completion('{"final":{"account_id":7}}')
    with model_server(asks, answer) as server:
        result = run(server, tools=tools, format=format_named(format))
    assert result.status is Status.OK
    assert [(page.account_id, page.amount, page.limit) for page in pages] == [(7, None, 50)]


@pytest.mark.parametrize("name", ["functions.get_balance", "get.balance", " get_balance() "])
def test_a_name_written_another_way_is_understood_and_corrected(name: str) -> None:
    with model_server(asking('{"account_id":7}', name), DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    assert json.loads(tool_messages(server, 1)[0]["content"])["ok"] is True
    echoed = server.requests[1].json["messages"][-2]["tool_calls"][0]["function"]["name"]
    assert echoed == "get_balance"


def test_facts_commit_does_not_exist_for_a_model() -> None:
    with model_server(asking('{"user_confirmed":true}', "facts_commit"), DONE) as server:
        run(server)
    assert b"facts_commit" not in server.requests[0].body
    assert error(server, 1)["code"] == "unknown_tool"


def test_after_four_repairs_the_fifth_mistake_ends_the_run() -> None:
    wrong = [asking(f'{{"account_id":"no {n}"}}') for n in range(5)]
    with model_server(*wrong) as server:
        result = run(server)
    assert result.status is Status.REPAIR_EXHAUSTED
    assert len(server.requests) == 5
    assert [pending.name for pending in result.pending_calls] == ["get_balance"]


def test_surplus_calls_of_a_turn_are_answered_but_not_run() -> None:
    kept = Kept()
    calls = [("get_balance", f'{{"account_id":{n}}}') for n in range(10)]
    with model_server(completion(None, *calls), DONE) as server:
        result = run(server, kept)
    assert result.status is Status.OK
    assert len(kept.asked) == 8
    assert len(tool_messages(server, 1)) == 10
    assert error(server, 1)["code"] == "too_many_calls"


def test_writes_run_alone_and_in_order() -> None:
    running: list[int] = []
    most = [0]

    def write(arguments: Any) -> int:
        running.append(arguments.account_id)
        time.sleep(0.02)
        most[0] = max(most[0], len(running))
        running.remove(arguments.account_id)
        return int(arguments.account_id)

    calls = [("get_balance", f'{{"account_id":{n}}}') for n in range(4)]
    with model_server(completion(None, *calls), DONE) as server:
        run(server, tools=registry(write, read_only=False))
    assert most[0] == 1
    assert [json.loads(m["content"])["data"] for m in tool_messages(server, 1)] == [0, 1, 2, 3]


def test_a_tool_that_never_answers_delays_nobody() -> None:
    never = threading.Event()

    hangs = Tool("find_late", "Late.", Lookup, lambda _: never.wait(PATIENCE_S), timeout=0.1)
    quick = Tool("get_balance", "A balance.", Lookup, lambda _: "fine")
    calls = (("find_late", '{"account_id":1}'), ("get_balance", '{"account_id":2}'))
    with model_server(completion(None, *calls), DONE) as server:
        result = run(server, tools=ToolRegistry([hangs, quick]))
    never.set()
    assert result.status is Status.OK
    first, second = (json.loads(m["content"]) for m in tool_messages(server, 1))
    assert first["errors"][0]["code"] == "timeout"
    assert second["data"] == "fine"


def test_a_write_that_is_late_has_an_unknown_outcome() -> None:
    never = threading.Event()
    with model_server(asking('{"account_id":7}'), DONE) as server:
        run(server, tools=registry(lambda _: never.wait(PATIENCE_S), timeout=0.1, read_only=False))
    never.set()
    assert error(server, 1)["code"] == "outcome_unknown"
