"""Tagged calls: taken when they stand alone, left when they are quoted."""

import pytest

from tools.formats.xml import XmlFormat, read_tagged
from tools.loop.messages import ToolCall

NAMES = ("get_accounts", "compare")


def calls(text: str) -> list[tuple[str, str]]:
    return [(call.name, call.arguments) for call in read_tagged(text, NAMES).calls]


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name":"compare","arguments":{"id":1}}</tool_call>',
        'I check.\n<tool_call>\n{"name": "compare", "arguments": {"id": 1}}\n</tool_call>',
        '<tool_call>\n{"name":"compare","arguments":{"id":1}}',
        '<tool_call>{"name":"compare","parameters":{"id":1}}</tool_call>',
        '<tool_call>{"function":{"name":"compare","arguments":"{\\"id\\":1}"}}</tool_call>',
        "<tool_call><function=compare><parameter=id>1</parameter></function></tool_call>",
    ],
)
def test_a_call_that_stands_alone_is_taken(text: str) -> None:
    assert calls(text) == [("compare", '{"id":1}')]


@pytest.mark.parametrize(
    "text",
    [
        'The page says <tool_call>{"name":"compare","arguments":{}}</tool_call> here.',
        '> <tool_call>{"name":"compare","arguments":{}}</tool_call>',
        '```\n<tool_call>{"name":"compare","arguments":{}}</tool_call>\n```',
        '<tool_call>{"name":"delete_all","arguments":{}}</tool_call>',
    ],
)
def test_a_quoted_or_unregistered_call_is_not(text: str) -> None:
    assert calls(text) == []


def test_an_unregistered_call_that_stands_alone_is_explained() -> None:
    reply = read_tagged('<tool_call>{"name":"delete","arguments":{}}</tool_call>', NAMES)
    assert reply.problem == "that call cannot be read; the tools are: get_accounts, compare"
    assert reply.heard == ""


def test_several_calls_keep_their_order() -> None:
    text = "\n".join(
        f'<tool_call>{{"name":"compare","arguments":{{"id":{n}}}}}</tool_call>' for n in (1, 2)
    )
    assert calls(text) == [("compare", '{"id":1}'), ("compare", '{"id":2}')]


def test_an_angle_bracket_inside_an_argument_is_no_tag() -> None:
    assert calls('<tool_call>{"name":"compare","arguments":{"q":"a<b"}}</tool_call>') == [
        ("compare", '{"q":"a<b"}')
    ]


def test_results_come_back_in_one_message() -> None:
    messages = XmlFormat().result_messages(
        [(ToolCall("a", "x", "{}"), "1"), (ToolCall("b", "x", "{}"), "2")]
    )
    assert [message.content for message in messages] == [
        "<tool_response>1</tool_response>\n<tool_response>2</tool_response>"
    ]
