"""Servers that fail, stall or answer with something else: a status, and a code without details."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

import pytest

from tests.support.loops import Kept, run
from tests.support.model_server import ModelServer, Reply, completion, model_server
from tests.support.waiting import PATIENCE_S
from tools.loop.outcome import Limits, Status

DONE = completion('{"account_id":7}')
CALL = ("get_balance", '{"account_id":7}')


def test_three_failures_are_the_servers_end() -> None:
    broken = Reply(b'{"error":{"message":"secret detail"}}', 500)
    with model_server(broken, broken, broken) as server:
        result = run(server, retries=2)
    assert result.status is Status.UNAVAILABLE
    assert result.error is not None
    assert result.error.code == "provider_failing"
    assert "secret" not in result.error.message
    assert len(server.requests) == 3
    assert len({request.body for request in server.requests}) == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(b"{}", 429), "provider_rate_limited"),
        (Reply(b"{}", 401), "provider_refused"),
        (Reply(b"{}", 404), "model_unknown"),
        (Reply(b"<html>", 200), "provider_reply_unreadable"),
        (Reply(b"[]", 200), "provider_reply_unreadable"),
        (Reply(b'{"choices":[]}', 200), "provider_reply_unreadable"),
        (Reply(b"{}", 200), "provider_reply_unreadable"),
        (Reply(b'{"error":{"code":429,"message":"x"}}', 200), "provider_rate_limited"),
        (Reply(b'{"error":{"code":"502","message":"x"}}', 200), "provider_failing"),
        (Reply(b'{"choices":[{"error":{"code":502}}]}', 200), "provider_failing"),
    ],
)
def test_what_is_no_completion_is_a_provider_error(reply: Reply, code: str) -> None:
    with model_server(reply) as server:
        result = run(server)
    passes = code in ("provider_rate_limited", "provider_failing")
    assert result.status is (Status.UNAVAILABLE if passes else Status.PROVIDER_ERROR)
    assert result.error is not None
    assert result.error.code == code
    assert (result.away is None) is (code == "provider_reply_unreadable")
    assert [message.role for message in result.messages] == ["system", "user"]


def test_nobody_at_the_address() -> None:
    result = run(ModelServer((), port=9))
    assert result.status is Status.UNAVAILABLE
    assert result.error is not None
    assert result.error.code == "provider_unreachable"


@contextmanager
def silent_server() -> Iterator[ModelServer]:
    """One that answers nothing: whoever waited for it would still do so when the test is ended."""
    over = threading.Event()
    try:
        with model_server(*[Reply(wire=lambda _: over.wait())] * 2) as server:
            yield server
    finally:
        over.set()


def test_a_request_that_takes_too_long_says_so() -> None:
    with silent_server() as server:
        result = run(server, limits=Limits(request_seconds=0.2))
    assert result.status is Status.UNAVAILABLE
    assert result.error is not None
    assert result.error.code == "provider_timed_out"


def test_a_run_can_be_called_off_while_it_waits() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    with silent_server() as server:
        result = run(server, task={"cancel": cancel})
    assert result.status is Status.CANCELLED


def test_at_the_token_cap_no_call_runs_that_could_not_be_answered() -> None:
    kept = Kept()
    with model_server(completion(None, CALL), DONE) as server:
        result = run(server, kept, limits=Limits(tokens=10))
    assert result.status is Status.TOKEN_CAP
    assert result.answer is not None
    assert kept.asked == []
    assert b"limit_reached" in server.requests[1].body


def test_at_the_call_cap_the_rest_is_refused_and_the_run_closed() -> None:
    kept = Kept()
    calls = [("get_balance", f'{{"account_id":{n}}}') for n in range(3)]
    with model_server(completion(None, *calls), DONE) as server:
        result = run(server, kept, limits=Limits(calls=2))
    assert result.status is Status.CALL_CAP
    assert len(kept.asked) == 2
    assert server.requests[1].json["tool_choice"] == "none"


def test_at_the_cost_cap_the_run_closes() -> None:
    with model_server(completion(None, CALL), DONE) as server:
        result = run(server, limits=Limits(cost=Decimal(1)), price=lambda _: Decimal(2))
    assert result.status is Status.COST_CAP
    assert result.cost == Decimal(4)


def test_a_hung_tool_does_not_keep_the_process_from_ending() -> None:
    program = (
        "import time\n"
        "from pydantic import create_model\n"
        "from tools.loop.dispatch import ToolDispatcher\n"
        "from tools.loop.messages import ToolCall\n"
        "from tools.loop.registry import Tool, ToolRegistry\n"
        "tool = Tool('hang', '', create_model('Empty'), lambda _: time.sleep(3600), timeout=0.1)\n"
        "out = ToolDispatcher(ToolRegistry([tool])).dispatch([ToolCall('a', 'hang', '{}')])\n"
        "assert out[0].envelope.code == 'timeout'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE_S)


def test_a_closing_request_that_fails_does_not_hide_the_limit() -> None:
    with model_server(completion(None, CALL), Reply(b"{}", 500)) as server:
        result = run(server, limits=Limits(turns=1))
    assert result.status is Status.TURN_CAP
    assert result.error is not None
    assert result.error.code == "provider_failing"
