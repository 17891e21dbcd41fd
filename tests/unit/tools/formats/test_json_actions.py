"""One JSON object a turn: an action or the answer, held to a schema where the server can."""

from typing import cast

import pytest

from tools.formats.json_actions import PROBLEM, JsonFormat
from tools.loop.messages import ToolCall, user
from tools.providers.base import AnswerMode, ModelRequest, ModelResponse, OutputSchema, ToolSpec

SPEC = ToolSpec("compare", "Compare.", {"type": "object", "properties": {}})


def read(text: str) -> tuple[tuple[ToolCall, ...], str, str | None, bool]:
    reply = JsonFormat().read(ModelResponse(text), ("compare",))
    return reply.calls, reply.text, reply.problem, reply.cut


def test_a_final_text_or_object_is_the_answer() -> None:
    assert read('{"final":"42"}') == ((), "42", None, False)
    assert read('{"final":{"a":"1.10"}}') == ((), '{"a":"1.10"}', None, False)


def test_an_object_that_is_neither_is_taken_for_the_answer_itself() -> None:
    assert read('{"verdict":"matched"}') == ((), '{"verdict":"matched"}', None, False)


def test_an_object_that_ends_in_the_middle_is_cut() -> None:
    assert read('{"tool":"compare","args":{"id')[3] is True


def test_a_tool_without_a_name_is_a_problem() -> None:
    assert read('{"tool":7}')[2] == PROBLEM


def test_the_schema_allows_the_tools_or_the_answer_and_at_the_end_only_the_answer() -> None:
    final = OutputSchema("claim", {"type": "object"})
    request = ModelRequest((user("?"),), (SPEC,), final=final, mode=AnswerMode.JSON_OBJECT)
    sent = JsonFormat().request(request)
    assert sent.tools == ()
    assert sent.output_schema is not None
    assert sent.output_schema.mode is AnswerMode.JSON_OBJECT
    assert len(cast("list[object]", sent.output_schema.schema["anyOf"])) == 2
    closing = JsonFormat().request(ModelRequest((user("?"),), (SPEC,), "none", final=final))
    assert closing.output_schema is not None
    assert len(cast("list[object]", closing.output_schema.schema["anyOf"])) == 1


def test_an_action_that_is_nearly_json_is_mended() -> None:
    reply = JsonFormat().read(
        ModelResponse("{'tool': 'get_balance', 'args': {'account_id': 7},}"), ("get_balance",)
    )
    assert [(call.name, call.arguments) for call in reply.calls] == [
        ("get_balance", '{"account_id":7}')
    ]


@pytest.mark.parametrize(
    "text",
    [
        'I will look: {"tool": "get_balance", "args": {"account_id": 7}}',
        '{"tool": "get_balance" "args": {"account_id" 7}}',
        '{"tool": "get_balance", "args": {}} {"tool": "get_balance", "args": {}}',
    ],
)
def test_an_action_that_cannot_be_read_is_told_and_never_an_answer(text: str) -> None:
    reply = JsonFormat().read(ModelResponse(text), ("get_balance",))
    assert (reply.calls, reply.text) == ((), "")
    assert reply.problem is not None
