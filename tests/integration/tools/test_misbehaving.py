"""Models that reply or call otherwise than asked, in bytes too."""

import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.support.loops import Answer, Kept, Lookup, error, registry, run, tool_messages
from tests.support.misbehaviour import DONE, MISBEHAVIOURS, Misbehaviour, asking, balance
from tests.support.model_server import (
    ModelServer,
    Reply,
    call,
    completion,
    message_step,
    model_server,
)
from tests.support.waiting import PATIENCE_S
from tools.formats.choose import FormatName, format_named
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import Limits, LoopResult, Status, masked
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.openai import OpenAIProvider


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


def test_an_empty_text_is_left_out_where_it_may_be_and_cannot_be_meant() -> None:
    pages: list[Page] = []
    tools = ToolRegistry([Tool("get_page", "A page.", Page, pages.append)])
    blank = '{"account_id":7,"amount":"","limit":""}'
    with model_server(asking(blank, "get_page"), DONE) as server:
        assert run(server, tools=tools).status is Status.OK
    assert [(page.account_id, page.amount, page.limit) for page in pages] == [(7, None, 50)]
    with model_server(asking('{"account_id":"","amount":""}', "get_page"), DONE) as server:
        run(server, tools=tools)
        assert '"field":"account_id"' in tool_messages(server, 1)[0]["content"]
    assert len(pages) == 1


@pytest.mark.parametrize("name", ["functions.get_balance", "get.balance", " get_balance() "])
def test_a_name_written_another_way_is_understood_and_corrected(name: str) -> None:
    with model_server(asking('{"account_id":7}', name), DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    assert json.loads(tool_messages(server, 1)[0]["content"])["ok"] is True
    echoed = server.requests[1].json["messages"][-2]["tool_calls"][0]["function"]["name"]
    assert echoed == "get_balance"


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


def test_a_write_that_is_late_has_an_unknown_outcome() -> None:
    never = threading.Event()
    with model_server(asking('{"account_id":7}'), DONE) as server:
        run(server, tools=registry(lambda _: never.wait(PATIENCE_S), timeout=0.1, read_only=False))
    never.set()
    assert error(server, 1)["code"] == "outcome_unknown"


CALL = ("get_balance", '{"account_id":7}')


def test_a_cut_reply_is_asked_for_again_with_twice_the_room() -> None:
    with model_server(completion('{"account', finish="length"), DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    first, second = (request.json for request in server.requests)
    assert (first["max_tokens"], second["max_tokens"]) == (1024, 2048)
    assert first["messages"] == second["messages"]


def test_reasoning_without_content_is_no_answer() -> None:
    message = {"role": "assistant", "content": None, "reasoning_content": '{"account_id":7}'}
    silent = message_step(message, "stop")
    with model_server(silent, silent) as server:
        result = run(server)
    assert result.status is Status.EMPTY
    assert result.answer is None


@pytest.mark.parametrize("finish", ["stop", None, "function_call", "whatever"])
def test_calls_win_over_the_finish_reason(finish: str | None) -> None:
    asked = {
        "id": "a",
        "type": "function",
        "function": {"name": "get_balance", "arguments": '{"account_id":7}'},
    }
    message = {"role": "assistant", "content": "", "tool_calls": [asked]}
    with model_server(message_step(message, finish), DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    assert result.calls == 1


@pytest.mark.parametrize("shape", ["function_call", "object"])
def test_older_shapes_of_calls_are_read(shape: str) -> None:
    function = {"name": "get_balance", "arguments": '{"account_id":7}'}
    message: dict[str, Any] = {"role": "assistant", "content": ""}
    if shape == "function_call":
        message["function_call"] = function
    else:
        message["tool_calls"] = {"id": "a", "function": function}
    with model_server(message_step(message, "tool_calls"), DONE) as server:
        result = run(server)
    assert result.calls == 1


def test_an_answer_that_cannot_be_right_is_corrected_once_with_reasons() -> None:
    def check(answer: Any) -> list[str]:
        return [] if answer.account_id == 8 else ["account_id: there is no account 7"]

    with model_server(DONE, completion('{"account_id":8}')) as server:
        result = run(server, task={"check": check})
    assert result.answer is not None
    assert result.answer.account_id == 8
    assert "there is no account 7" in server.requests[1].json["messages"][-1]["content"]


def test_a_model_that_calls_at_the_closing_request_leaves_its_calls_pending() -> None:
    kept = Kept()
    calls = [completion(None, ("get_balance", f'{{"account_id":{n}}}')) for n in range(2)]
    with model_server(*calls) as server:
        result = run(server, kept, limits=Limits(turns=1))
    assert result.status is Status.TURN_CAP
    assert len(kept.asked) == 1
    assert [pending.arguments for pending in result.pending_calls] == ['{"account_id":1}']


def test_the_json_ladder_goes_down_when_the_server_refuses_a_rung() -> None:
    refused = Reply(b'{"error":{"message":"no response_format"}}', 400)
    with model_server(completion("what?"), refused, refused, DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    asked = [request.json.get("response_format", {}).get("type") for request in server.requests]
    assert asked == [None, "json_schema", "json_object", None]


def test_every_status_keeps_the_whole_history() -> None:
    with model_server(completion(None, CALL), completion("", finish="content_filter")) as server:
        result = run(server)
    assert [message.role for message in result.messages] == ["system", "user", "assistant", "tool"]


@pytest.mark.parametrize("stream", [False, True])
def test_half_a_character_does_not_stop_the_run(stream: bool) -> None:
    half = '{"account_id":7} \\ud83d'
    if stream:
        delta = '{"choices":[{"delta":{"content":"%s"},"finish_reason":"stop"}]}'
        reply = Reply(events=((delta % half.replace('"', '\\"')).encode(), b"[DONE]"))
    else:
        choice = '{"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}'
        reply = Reply((choice % half.replace('"', '\\"')).encode())
    with model_server(reply) as server:
        result = run(server, stream=stream)
    assert result.status is Status.OK
    result.text.encode()
    assert len(result.trace.entries) == 4


def test_half_a_character_in_a_result_or_an_argument_can_be_sent() -> None:
    asked = ("get_balance", '{"account_id":7,"amount":"\\ud83d"}')
    good = ("get_balance", '{"account_id":8}')
    with model_server(completion("\ud83d", asked, good), DONE) as server:
        result = run(server, lambda _: {"memo": "\ud83d\x00"})
    assert result.status is Status.OK
    assert json.loads(server.requests[1].json["messages"][-1]["content"])["ok"] is True


@pytest.mark.parametrize("name", ["DROP TABLE accounts;", "x" * 300, "", "наличные"])
def test_a_name_that_no_server_takes_back_does_not_go_back(name: str) -> None:
    with model_server(completion(None, (name, "{}")), DONE) as server:
        result = run(server)
    assert result.status is Status.OK
    sent = server.requests[1].json["messages"][-2]["tool_calls"][0]["function"]["name"]
    assert sent.replace("_", "a").isascii()
    assert 1 <= len(sent) <= 64
    assert " " not in sent
    assert error(server, 1)["code"] == "unknown_tool"


def test_an_id_that_no_server_takes_back_is_replaced() -> None:
    asked = call("id with spaces/and more", "get_balance", '{"account_id":7}')
    message = {"role": "assistant", "content": None, "tool_calls": [asked]}
    with model_server(message_step(message, "tool_calls"), DONE) as server:
        run(server)
    assert server.requests[1].json["messages"][-1]["tool_call_id"] == "call_1_0"


@pytest.mark.parametrize("shape", ["choices", "message", "tool_calls", "function", "usage"])
def test_a_body_with_anything_in_the_place_of_anything(shape: str) -> None:
    for odd in (None, 7, "x", [], [7], {"a": 1}):
        function = odd if shape == "function" else {"name": "get_balance", "arguments": "{}"}
        calls = odd if shape == "tool_calls" else [{"id": "a", "function": function}]
        message = odd if shape == "message" else {"content": "", "tool_calls": calls}
        choices = odd if shape == "choices" else [{"message": message, "finish_reason": "stop"}]
        usage = odd if shape == "usage" else {"prompt_tokens": 5}
        body = json.dumps({"choices": choices, "usage": usage}).encode()
        with model_server(Reply(body), DONE, DONE) as server:
            result = run(server)
        assert result.status in (Status.OK, Status.PROVIDER_ERROR)


def test_masking_takes_no_longer_than_reading() -> None:
    begun = time.thread_time()
    masked("A" * 60_000 + "1" * 5)
    masked("A1 " * 20_000)
    assert time.thread_time() - begun < 2


@pytest.mark.parametrize("inner", ["[" * 990 + "]" * 990, "[" * 90_000 + "]" * 90_000])
def test_a_stream_nested_deeply_is_no_completion(inner: str) -> None:
    piece = f'{{"index": 0, "function": {{"name": "get_balance", "arguments": {inner}}}}}'
    chunk = f'{{"choices": [{{"delta": {{"tool_calls": [{piece}]}}}}]}}'
    with model_server(Reply(events=(chunk.encode(), b"[DONE]")), DONE) as server:
        result = run(server, stream=True)
    assert result.status in (Status.OK, Status.PROVIDER_ERROR, Status.TRUNCATED)


def drive(server: ModelServer, case: Misbehaviour, ran: list[Lookup]) -> LoopResult[Answer]:
    def tool(arguments: Lookup) -> object:
        ran.append(arguments)
        return (case.tool or balance)(arguments)

    provider = OpenAIProvider("m", base_url=server.base_url, max_retries=case.retries)
    task = Task(
        (system("Be brief."), user("Which account?")),
        registry(tool, timeout=case.timeout),
        Answer if case.output else None,
    )
    name = FormatName.NATIVE
    if case.probed:
        from tools.probe import probe

        name = probe(provider).format
    return ToolLoop(
        provider, format=format_named(name), limits=case.limits, stream=case.stream
    ).run(task)


def messages(body: bytes) -> bytes:
    """The messages of a request as they were sent."""
    inside = body.partition(b'"messages":[')[2]
    return re.split(rb'\],"(?:tools|max_tokens)":', inside)[0]


def tools(body: bytes) -> bytes:
    """The tools of a request as they were sent: the same in every one, also in the closing one."""
    return body.partition(b'],"tools":')[2].rpartition(b',"tool_choice":')[0]


def additions(bodies: Sequence[bytes]) -> Iterator[bytes]:
    """What each request appends to the messages of the one before; nothing else may change."""
    for earlier, later in pairwise(map(messages, bodies)):
        assert later.startswith(earlier)
        yield later[len(earlier) :].removeprefix(b",")


@pytest.mark.parametrize("case", MISBEHAVIOURS, ids=lambda case: case.name.replace(" ", "-"))
def test_each_ends_in_its_status_and_the_next_request_is_these_bytes(case: Misbehaviour) -> None:
    ran: list[Lookup] = []
    with model_server(*case.steps) as server:
        result = drive(server, case, ran)
    assert result.status is case.status
    assert (result.error.code if result.error else None) == case.code
    assert result.error is None or "secret" not in result.error.message
    assert (len(ran), len(server.requests)) == (case.ran, len(case.steps))
    bodies = [request.body for request in server.requests[case.probed :]]
    assert len({tools(body) for body in bodies}) == 1
    assert [*additions(bodies)][-1:] == ([] if case.added is None else [case.added])
