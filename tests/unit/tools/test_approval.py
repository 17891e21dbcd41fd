"""A call that needs a person's yes stops the run; it goes on later from plain text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.argument_types import Arguments
from tools.loop import ToolLoop
from tools.messages import user
from tools.outcome import LoopResult, Status
from tools.providers.scripted import ScriptedProvider, calls, says
from tools.registry import Tool, ToolRegistry
from tools.run_state import Task
from tools.saved_run import SavedRunError

written: list[str] = []


class Write(Arguments):
    what: str


def write(arguments: Write) -> str:
    written.append(arguments.what)
    return "written"


REGISTRY = ToolRegistry(
    [
        Tool("look", "Look.", Arguments, lambda _: "seen"),
        Tool("write", "Write.", Write, write, read_only=False, needs_approval=True),
    ]
)
TASK: Task[Arguments] = Task((user("Write x."),), REGISTRY)


def stopped() -> LoopResult[Arguments]:
    written.clear()
    asked = calls(("look", {}), ("write", {"what": "x"}))
    return ToolLoop(ScriptedProvider([asked])).run(TASK)


def resume(result: LoopResult[Arguments], *approved: str) -> tuple[LoopResult[Arguments], str]:
    provider = ScriptedProvider([says("Done.")])
    assert result.saved is not None
    final = ToolLoop(provider).resume(TASK, result.saved, approved)
    return final, provider.requests[0].messages[-1].content


def test_the_run_stops_before_anything_of_that_turn_is_done() -> None:
    result = stopped()
    assert result.status is Status.AWAITING_APPROVAL
    assert [call.name for call in result.pending_calls] == ["look", "write"]
    assert result.calls == 0
    assert written == []


def test_with_a_yes_the_call_is_made_once_and_the_run_goes_on() -> None:
    result = stopped()
    final, answer = resume(result, result.pending_calls[1].id)
    assert final.status is Status.OK
    assert written == ["x"]
    assert '"ok":true' in answer
    assert final.turns == 2
    assert final.messages[: len(result.messages)] == result.messages


def test_without_a_yes_it_is_refused() -> None:
    final, answer = resume(stopped())
    assert final.status is Status.OK
    assert written == []
    assert '"code":"not_approved"' in answer


@pytest.mark.parametrize("saved", ["", "{}", '{"version":2}'])
def test_text_that_is_no_saved_run_is_refused(saved: str) -> None:
    with pytest.raises(SavedRunError):
        ToolLoop(ScriptedProvider([])).resume(TASK, saved)


def test_a_run_whose_tools_have_changed_is_not_resumed() -> None:
    result = stopped()
    assert result.saved is not None
    other = ToolRegistry([Tool("look", "Look closely.", Arguments, lambda _: "seen")])
    with pytest.raises(SavedRunError, match="tools have changed"):
        ToolLoop(ScriptedProvider([])).resume(replace(TASK, registry=other), result.saved)
