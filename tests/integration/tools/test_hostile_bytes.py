"""Replies made to break whoever reads them: every one ends in a status, none in an exception."""

import json
import time
import tracemalloc
import zlib

import pytest

from tests.support.loops import error, run
from tests.support.model_server import Reply, call, completion, message_step, model_server
from tools.loop.outcome import Status, masked

DONE = completion('{"account_id":7}')


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


def test_a_packed_reply_takes_no_more_memory_than_any_other() -> None:
    packed = zlib.compressobj(wbits=31)
    body = b"".join(packed.compress(b" " * 1_000_000) for _ in range(300)) + packed.flush()
    with model_server(Reply(body, headers=(("Content-Encoding", "gzip"),))) as server:
        tracemalloc.start()
        result = run(server)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert result.error is not None
    assert result.error.code == "provider_reply_unreadable"
    assert peak < 40_000_000


@pytest.mark.parametrize("inner", ["[" * 990 + "]" * 990, "[" * 90_000 + "]" * 90_000])
def test_a_stream_nested_deeply_is_no_completion(inner: str) -> None:
    piece = f'{{"index": 0, "function": {{"name": "get_balance", "arguments": {inner}}}}}'
    chunk = f'{{"choices": [{{"delta": {{"tool_calls": [{piece}]}}}}]}}'
    with model_server(Reply(events=(chunk.encode(), b"[DONE]")), DONE) as server:
        result = run(server, stream=True)
    assert result.status in (Status.OK, Status.PROVIDER_ERROR, Status.TRUNCATED)
