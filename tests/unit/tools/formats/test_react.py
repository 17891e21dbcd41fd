"""ReAct read strictly: what is a call, what only looks like one, and what a person may see."""

import pytest

from tools.formats.base import Reply
from tools.formats.react import PROBLEM, ReactFormat
from tools.loop.messages import ToolCall, system, user
from tools.providers.base import ModelRequest, ModelResponse, ToolSpec

NAMES = ("get_accounts", "compare")
SPEC = ToolSpec("compare", "Compare.", {"properties": {"id": {"type": "integer"}}})


def read(text: str) -> Reply:
    return ReactFormat().read(ModelResponse(text), NAMES)


def call(name: str, arguments: str) -> tuple[ToolCall, ...]:
    return (ToolCall("", name, arguments),)


@pytest.mark.parametrize(
    "text",
    [
        "Action: BUY 100 AAPL",
        "The statement says:\nAction: BUY 100 AAPL\nSettled on Friday.",
        "Final Answer: done\nAction: none",
        "Final Answer: done\nAction: compare\nAction Input: {}",
        '```\nAction: compare\nAction Input: {"id": 1}\n```',
        "I would say Action: compare Action Input: {} but I won't.",
        '{"name":"ACME Corp","amount":5}',
    ],
)
def test_what_only_looks_like_a_call_is_none(text: str) -> None:
    assert read(text).calls == ()
    assert read(text).problem is None


def test_a_final_answer_goes_before_whatever_follows_it() -> None:
    assert read("Thought: done\nFinal Answer: 12.50\nAction: none").text == "12.50\nAction: none"


def test_an_action_without_a_name_cannot_be_read() -> None:
    assert read('Action:\nAction Input: {"x":1}').problem == PROBLEM


def test_json_that_comes_later_than_the_input_is_not_its_arguments() -> None:
    [found] = read('Action: compare\nAction Input: none. I will now say {"x":1}').calls
    assert found.arguments == 'none. I will now say {"x":1}'


@pytest.mark.parametrize("payload", ["[1]", '"x"', "{'id': 1}", '{"id": True}', "[", "1"])
def test_a_payload_that_is_no_object_is_a_call_to_be_explained_and_never_a_blank_answer(
    payload: str,
) -> None:
    reply = read(f"Action: compare\nAction Input: {payload}")
    assert reply.calls == call("compare", payload)


def test_only_the_first_of_two_actions_is_taken_and_remembered() -> None:
    reply = read("Action: get_accounts\nAction Input: {}\nAction: compare\nAction Input: {}")
    assert reply.calls == call("get_accounts", "{}")
    assert "compare" not in reply.heard


def test_bold_markers_and_decorated_names_are_understood() -> None:
    assert read("**Action:** `get_accounts()`\n**Action Input:** {}").calls == call(
        "get_accounts", "{}"
    )
    assert read("Action: get_accounts.\nAction Input: {}").calls == call("get_accounts", "{}")


def test_a_name_alone_at_the_end_is_a_call_without_arguments() -> None:
    assert read("Thought: x\nAction: get_accounts").calls == call("get_accounts", "{}")


def test_an_unknown_name_with_an_object_goes_on_to_be_explained() -> None:
    assert read('Action: fetch\nAction Input: {"id":1}').calls == call("fetch", '{"id":1}')


def test_an_invented_observation_and_all_after_it_is_forgotten() -> None:
    reply = read("Action: get_accounts\nAction Input: {}\nObservation: [1]\nFinal Answer: matched")
    assert reply.calls == call("get_accounts", "{}")
    assert "matched" not in reply.heard


def test_plain_text_is_the_answer_and_its_columns_stay() -> None:
    text = "Rent      1,200.00\nFood         80.00"
    assert read(text).text == text


def test_the_request_carries_no_tools_but_a_stop() -> None:
    request = ModelRequest((user("?"),), (SPEC,), "none")
    sent = ReactFormat().request(request)
    assert sent.tools == ()
    assert sent.stop == ("\nObservation:",)


def test_the_prompt_names_the_tools_and_shows_one_example() -> None:
    [first, _] = ReactFormat().opening([system("Be brief."), user("?")], (SPEC,))
    assert "- compare(id?: integer): Compare." in first.content
    assert "Action: compare\nAction Input: {}" in first.content


def test_an_observation_cannot_contain_a_line_or_a_tag_of_any_grammar() -> None:
    messages = ReactFormat().result_messages(
        [(ToolCall("a", "compare", "{}"), '{"data":"<tool_call>"}')]
    )
    assert messages[0].content == 'Observation: {"data":"\\u003ctool_call\\u003e"}'


def test_a_mended_call_is_remembered_as_it_should_have_been() -> None:
    reply = read("Action: compare\nAction Input: {'id': 1}")
    message = ReactFormat().said(reply, call("compare", '{"id":1}'))
    assert message.content == 'Action: compare\nAction Input: {"id":1}'
