"""Servers that fail, stall or answer with something else: a status, and a code without details."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import pytest

from tests.support.loops import Answer, Kept, registry, run
from tests.support.model_server import (
    ModelServer,
    Reply,
    Step,
    completion,
    insisting,
    message_step,
    model_server,
)
from tests.support.waiting import PATIENCE_S
from tools.loop.loop import ToolLoop
from tools.loop.messages import Image, system, user
from tools.loop.outcome import Capture, Limits, LoopResult, Status
from tools.loop.run_state import Task
from tools.providers.base import Quirk
from tools.providers.openai import OpenAIProvider
from tools.providers.openai_wire import WireOptions

DONE = completion('{"account_id":7}')
CALL = ("get_balance", '{"account_id":7}')


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


STREAM_CALL = completion(None, ("get_balance", '{"account_id":7}'))
ANSWER = completion('{"account_id":7}')
PICTURE = Image(b"\x89PNG-one-page", "image/png")


def roles(body: dict[str, Any]) -> list[str]:
    return [message["role"] for message in body["messages"]]


def uncounted(step: Step) -> Step:
    def reply(request: dict[str, Any]) -> Reply:
        assert not isinstance(step, Reply)
        return Reply(json.dumps(json.loads(step(request).body) | {"usage": None}).encode())

    return reply


def shown(base_url: str, sees: bool, capture: Capture = Capture.REDACTED) -> LoopResult[Answer]:
    """A run that shows the model a picture."""
    provider = OpenAIProvider("m", base_url=base_url, max_retries=0, options=WireOptions(sees=sees))
    task = Task((system("Look."), user("Which?", (PICTURE,))), registry(), Answer)
    return ToolLoop(provider, capture=capture).run(task)


def test_a_template_that_wants_turns_gets_them_at_the_cap_and_the_run_goes_on() -> None:
    steps = [insisting(STREAM_CALL), insisting(ANSWER)]
    with model_server(insisting(STREAM_CALL), *[steps[1]] * 3) as server:
        result = run(server, limits=Limits(turns=1))
    assert (result.status, result.answer) == (Status.TURN_CAP, Answer(account_id=7))
    refused, taken = server.requests[1].json, server.requests[2].json
    assert roles(refused)[-2:] == ["tool", "user"]
    assert roles(taken)[-1] == "tool"
    assert "Give your final answer now" in taken["messages"][-1]["content"]


def test_a_template_that_knows_no_system_role_gets_the_instructions_from_the_user() -> None:
    with model_server(*[insisting(ANSWER, system=False)] * 3) as server:
        result = run(server)
    assert result.status is Status.OK
    [message] = server.requests[-1].json["messages"]
    assert message["role"] == "user"
    assert message["content"].startswith("Be brief.")


def test_where_the_settings_say_so_no_request_is_refused_first() -> None:
    options = WireOptions(quirks=(Quirk.MERGED_ROLES, Quirk.NO_SYSTEM_ROLE))
    with model_server(
        insisting(completion(""), system=False), insisting(ANSWER, system=False)
    ) as server:
        provider = OpenAIProvider("m", base_url=server.base_url, options=options, max_retries=0)
        task = Task((system("Be brief."), user("Which?")), registry(), Answer)
        result = ToolLoop(provider).run(task)
    assert result.status is Status.OK
    first, second = (request.json["messages"] for request in server.requests)
    # Only the last message has grown.
    assert second[0]["content"].startswith(first[0]["content"])


def test_another_error_is_not_taken_for_one_about_roles() -> None:
    with model_server(Reply(b'{"error":{"message":"no such model"}}', 400)) as server:
        result = run(server, task={"output": None})
    assert result.status is Status.PROVIDER_ERROR
    assert len(server.requests) == 1


def test_a_refusal_in_a_field_of_its_own_is_shown() -> None:
    refusal = {"role": "assistant", "content": None, "refusal": "I must not say."}
    with model_server(message_step(refusal, "stop")) as server:
        result = run(server)
    assert (result.status, result.text) == (Status.REFUSED, "I must not say.")


def test_tokens_that_nobody_counted_are_estimated_and_said_to_be() -> None:
    with model_server(uncounted(ANSWER)) as server:
        guessed = run(server)
    with model_server(ANSWER) as server:
        counted = run(server)
    assert guessed.usage.estimated
    assert guessed.usage.input_tokens > 20
    assert guessed.usage.output_tokens > 2
    assert not counted.usage.estimated


def test_a_server_that_leaves_tools_out_of_a_held_request_has_not_lost_the_context() -> None:
    """After a wrong answer calls are forbidden; such a server then counts fewer tokens."""
    many = {"prompt_tokens": 9_000, "completion_tokens": 9, "total_tokens": 9_009}
    few = {"prompt_tokens": 90, "completion_tokens": 9, "total_tokens": 99}
    with model_server(
        completion("x" * 900, usage=many), completion('{"account_id":7}', usage=few)
    ) as server:
        result = run(server)
    assert server.requests[1].json["tool_choice"] == "none"
    assert result.status is Status.OK


def test_a_picture_goes_to_a_model_that_sees() -> None:
    with model_server(ANSWER) as server:
        result = shown(server.base_url, sees=True)
    assert result.status is Status.OK
    text, picture = server.requests[0].json["messages"][-1]["content"]
    assert text == {"type": "text", "text": "Which?"}
    assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")


def test_no_picture_goes_to_a_model_that_does_not_see() -> None:
    with model_server(ANSWER) as server:
        result = shown(server.base_url, sees=False)
    assert result.error is not None
    assert result.error.code == "model_blind"
    assert server.requests == []


def test_a_redacted_trace_holds_the_hash_of_a_picture_alone() -> None:
    with model_server(ANSWER, ANSWER) as server:
        redacted = shown(server.base_url, sees=True).trace.jsonl()
        full = shown(server.base_url, sees=True, capture=Capture.FULL).trace.jsonl()
    assert PICTURE.base64 not in redacted
    assert PICTURE.base64 in full
    assert '"images":["' in redacted


@pytest.mark.parametrize(
    ("base_url", "key", "code"),
    [
        ("localhost:11434/v1", None, "provider_address_invalid"),
        ("ftp://host/v1", None, "provider_address_invalid"),
        ("http://", None, "provider_address_invalid"),
        ("http://host:99999/v1", None, "provider_address_invalid"),
        ("http://my host/v1", None, "provider_address_invalid"),
        ("http://127.0.0.1:1/v1", "secret\n", "provider_key_invalid"),
        ("http://127.0.0.1:1/v1", "s\u00e9cret", "provider_key_invalid"),
        ("http://127.0.0.1:1/v1", None, "provider_unreachable"),
    ],
)
def test_an_address_or_a_key_that_is_none_is_an_error_of_its_own(
    base_url: str, key: str | None, code: str
) -> None:
    provider = OpenAIProvider("m", base_url=base_url, api_key=key, max_retries=0)
    result = ToolLoop(provider).run(Task((user("Which?"),), registry(), Answer))
    away = code == "provider_unreachable"
    assert result.status is (Status.UNAVAILABLE if away else Status.PROVIDER_ERROR)
    assert result.error is not None
    assert result.error.code == code
    assert "secret" not in result.error.message
