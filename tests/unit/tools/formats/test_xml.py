"""Tagged calls: taken when they stand alone, left when they are quoted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.formats.choose import FormatName, format_named
from tools.formats.xml import XmlFormat, read_tagged
from tools.loop.arguments import parse_arguments
from tools.loop.json_text import loads
from tools.loop.messages import ToolCall
from tools.loop.sanitise import sanitise
from tools.providers.base import ModelResponse

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


FRAGMENTS = (
    "Thought: ",
    "Action: ",
    "Action Input: ",
    "Final Answer: ",
    "Observation: ",
    "**Action:**",
    "<tool_call>",
    "</tool_call>",
    "<function=compare>",
    "<parameter=a>",
    "</parameter>",
    "```json\n",
    "```",
    '{"name":"compare","arguments":{}}',
    '{"tool":"compare","args":',
    '{"final":',
    "compare",
    "{",
    "}",
    "[",
    '"',
    "\\",
    "\n",
    "1,234.56",
    "\ud800",
    "None",
)
TEXTS = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=6)), max_size=14).map(
    "".join
)


@pytest.mark.parametrize("name", FormatName)
@given(text=TEXTS)
@settings(max_examples=80)
def test_any_reply_can_be_read_and_kept(name: FormatName, text: str) -> None:
    format = format_named(name)
    reply = format.read(ModelResponse(text), NAMES)
    for call in reply.calls:
        parsed = parse_arguments(call.arguments)
        loads(parsed.text)
        safe = ToolCall("a", call.name, parsed.text)
        format.said(reply, (safe,)).content.encode()
        assert name in (FormatName.REACT, FormatName.JSON) or call.name in NAMES
    format.said(reply, ()).content.encode()


@given(text=TEXTS)
@settings(max_examples=200)
def test_any_text_can_be_shown_and_showing_it_again_changes_nothing(text: str) -> None:
    once = sanitise(text, NAMES).text
    assert sanitise(once, NAMES).text == once


@given(text=TEXTS)
@settings(max_examples=200)
def test_any_arguments_are_an_object_or_a_reason_and_always_valid_json(text: str) -> None:
    parsed = parse_arguments(text)
    assert (parsed.value is None) == (parsed.reason is not None)
    assert isinstance(loads(parsed.text), dict)
