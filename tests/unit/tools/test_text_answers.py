"""An answer in words may be sent back: to look first, and once for the reasons of its judge."""

from tools.ledger.workspace import Arguments
from tools.loop.loop import ToolLoop
from tools.loop.messages import user
from tools.loop.outcome import LoopResult, Status
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task
from tools.providers.base import ModelResponse
from tools.providers.replay import ScriptedProvider, calls, says

LOOK = Tool("look", "Look.", Arguments, lambda _: "seen")


def asked(*script: ModelResponse) -> tuple[LoopResult[Arguments], list[str]]:
    """The run, and what the model was told after each thing that it said."""
    provider = ScriptedProvider(list(script))
    task: Task[Arguments] = Task(
        (user("How many?"),),
        ToolRegistry([LOOK]),
        check_text=lambda text: ["12 is wrong"] if "12" in text else [],
        needs_a_look=True,
    )
    result = ToolLoop(provider).run(task)
    return result, [request.messages[-1].content for request in provider.requests[1:]]


def test_an_answer_before_any_look_is_sent_to_look_and_may_still_be_mended_after() -> None:
    result, told = asked(says("11"), calls(("look", {})), says("12"), says("13"))
    assert (result.status, result.text) == (Status.OK, "13")
    assert "call a tool first" in told[0]
    assert told[2] == "That answer cannot be used: 12 is wrong. Answer again."


def test_the_second_wrong_answer_is_the_last_and_is_kept() -> None:
    result, _ = asked(calls(("look", {})), says("12"), says("12 again"))
    assert (result.status, result.text) == (Status.INVALID_ANSWER, "12 again")


def test_who_will_not_look_is_asked_once() -> None:
    result, told = asked(says("11"), says("11"))
    assert result.status is Status.INVALID_ANSWER
    assert len(told) == 1
