"""No tool markup reaches a person, and nothing else is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.loop.sanitise import sanitise

TAGS = ["<tool_call>", "</tool_call>", "<function=x>", "[TOOL_CALLS]", "<|tool_call_end|>"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('Done. <tool_call>{"name":"x"}</tool_call> Bye.', "Done.  Bye."),
        ('Done.\n<tool_call>\n{"name":"x"', "Done."),
        ("Yes. <function=x><parameter=a>1</parameter></function>", "Yes."),
        ("Yes. [TOOL_CALLS]x{}y{}", "Yes."),
        ('Yes. to=functions.x {"a":1}', "Yes."),
        ('Here:\n```json\n{"name":"compare","arguments":{}}\n```', "Here:"),
        ("bell\x07", "bell"),
        ("a</tool_call>b", "ab"),
    ],
)
def test_markup_goes_closed_or_not(text: str, clean: str) -> None:
    assert sanitise(text, ("compare",)).text == clean
    assert sanitise(text, ("compare",)).removed


@pytest.mark.parametrize(
    "text",
    [
        "Rent      1,200.00\nFood         80.00",
        '```json\n{"name":"ACME Corp","amount":"5"}\n```',
        "Action: BUY 100 AAPL",
        "a < b and c > d",
    ],
)
def test_everything_else_stays(text: str) -> None:
    assert sanitise(text, ("compare",)).text == text
    assert not sanitise(text, ("compare",)).removed


@given(st.lists(st.one_of(st.sampled_from(TAGS), st.text(max_size=8)), max_size=8))
@settings(max_examples=60)
def test_no_marker_survives(parts: list[str]) -> None:
    clean = sanitise("".join(parts)).text
    assert not any(tag in clean for tag in TAGS)
