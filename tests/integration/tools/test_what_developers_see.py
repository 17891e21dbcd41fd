"""Who writes a tool sees what it raised, sets how far a run may go, and what a result becomes."""

import json
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tests.support.loops import Lookup, error, registry, run, tool_messages
from tests.support.model_server import completion, model_server
from tools.loop.events import Event, ToolFailed
from tools.loop.outcome import Limits, Status
from tools.loop.registry import Tool, ToolRegistry
from tools.model_settings import load_models, loop_for

ASKS, DONE = completion(None, ("get_balance", '{"account_id":7}')), completion('{"account_id":7}')


def breaks(arguments: Lookup) -> object:
    raise ZeroDivisionError(f"secret of {arguments.account_id}")


def test_what_a_tool_raises_is_seen_everywhere_but_by_the_model(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[Event] = []
    with caplog.at_level(logging.ERROR), model_server(ASKS, DONE) as server:
        result = run(server, breaks, sinks=[heard.append])
    [(call, raised)] = result.tool_errors
    assert (call.name, str(raised)) == ("get_balance", "secret of 7")
    assert [event.error for event in heard if isinstance(event, ToolFailed)] == [raised]
    assert [e["error"] for e in result.trace.entries if e.get("error")] == ["ZeroDivisionError"]
    [record] = caplog.records
    assert "get_balance" in record.getMessage()
    assert 'raise ZeroDivisionError(f"' in record.getMessage()
    assert "secret of 7" not in caplog.text + tool_messages(server, 1)[0]["content"]


def test_a_result_without_a_json_form_is_an_error_for_its_author(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with model_server(ASKS, DONE) as server:
        result = run(server, lambda _: 1.5)
    assert error(server, 1)["code"] == "unserialisable"
    assert "float" in str(result.tool_errors[0][1])
    assert "get_balance" in caplog.text


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        (UUID(int=7), "00000000-0000-0000-0000-000000000007"),
        ({3, 1}, [1, 3]),
        ((Decimal("1.50"),), ["1.50"]),
    ],
)
def test_the_usual_types_have_a_form(value: Any, sent: Any) -> None:
    with model_server(ASKS, DONE) as server:
        run(server, lambda _: value)
    assert json.loads(tool_messages(server, 1)[0]["content"])["data"] == sent


def test_a_registry_may_have_a_form_of_its_own() -> None:
    own = ToolRegistry(registry(lambda _: 1.5).tools, serialise=lambda value: {"about": value})
    with model_server(ASKS, DONE) as server:
        run(server, tools=own)
    assert json.loads(tool_messages(server, 1)[0]["content"])["data"] == {"about": 1.5}


async def waits(_: Lookup) -> int:
    return 1


async def streams(_: Lookup) -> AsyncIterator[int]:
    yield 1


def yields(_: Lookup) -> Iterator[int]:
    yield 1


@pytest.mark.parametrize("function", [waits, streams, yields])
def test_a_function_that_would_never_run_is_refused_before_any_run(function: Any) -> None:
    with pytest.raises(TypeError, match="look is asynchronous"):
        ToolRegistry([Tool("look", "Look.", Lookup, function)])


def test_a_cost_that_cannot_be_known_is_said_before_the_first_request() -> None:
    with model_server(DONE) as server:
        result = run(server, limits=Limits(cost=Decimal("0.10")))
    assert (result.status, server.requests) == (Status.COST_CAP, [])
    assert result.error is not None
    assert "No price is known" in result.error.message


def test_limits_come_from_the_models_file_and_from_the_environment(tmp_path: Any) -> None:
    own = tmp_path / "models.toml"
    own.write_text('[models.x]\nmodel = "m"\nlimits = { turns = 3, cost = 0.25 }\n')
    settings = load_models(own).settings("x")
    assert loop_for(settings, {}).limits == replace(Limits(), turns=3, cost=Decimal("0.25"))
    said = {"TIEOUT_MODEL_LIMITS": "turns=2 seconds=9.5"}
    assert loop_for(settings, said).limits.turns == 2
    assert loop_for(settings, said).limits.seconds == 9.5


@pytest.mark.parametrize("said", ["turns", "turns=0", "turns=x", "doors=3", "cost=-1"])
def test_a_limit_that_is_none_is_refused_with_its_name(said: str) -> None:
    with pytest.raises(Exception, match="TIEOUT_MODEL_LIMITS") as refused:
        loop_for(load_models().settings("x"), {"TIEOUT_MODEL_LIMITS": said})
    assert said.partition("=")[0] in str(refused.value)
