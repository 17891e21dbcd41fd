"""Whatever a model writes, reading it raises nothing and calls nothing that is not registered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.formats.choose import FormatName, format_named
from tools.loop.arguments import parse_arguments
from tools.loop.json_text import loads
from tools.loop.messages import ToolCall
from tools.loop.sanitise import sanitise
from tools.providers.base import ModelResponse

NAMES = ("get_accounts", "compare")
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
