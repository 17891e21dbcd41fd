"""Replies that end wrong, say nothing, or hide something: each has its status."""

from typing import Any

import pytest

from tests.support.loops import Kept, run
from tests.support.model_server import Reply, completion, message_step, model_server
from tools.formats.choose import NativeFormat
from tools.loop.outcome import Limits, Status

DONE = completion('{"account_id":7}')
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


def test_a_call_written_as_text_is_run_where_the_model_is_known_for_it() -> None:
    kept = Kept()
    text = '<tool_call>\n{"name":"get_balance","arguments":{"account_id":7}}\n</tool_call>'
    with model_server(completion(text), DONE) as server:
        result = run(server, kept, format=NativeFormat(rescue=True))
    assert result.status is Status.OK
    assert [asked.account_id for asked in kept.asked] == [7]


def test_an_unclosed_tag_never_reaches_a_person() -> None:
    text = 'Done. Next I delete it. <tool_call>{"name":"delete","arguments":{}}'
    with model_server(completion(text)) as server:
        result = run(server, task={"output": None})
    assert result.text == "Done. Next I delete it."


def test_an_answer_before_the_needed_tool_is_not_believed() -> None:
    with model_server(DONE, completion(None, CALL), DONE) as server:
        result = run(server, task={"needs": ("get_balance",)})
    assert result.status is Status.OK
    second = server.requests[1].json
    assert "call get_balance first" in second["messages"][-1]["content"]
    assert second["tool_choice"] == "auto"


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
