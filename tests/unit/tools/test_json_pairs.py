"""A field twice is refused with the reason, wherever a model wrote it, and never decided."""

import pytest

from tests.support.loops import Answer
from tools.formats.json_actions import JsonFormat
from tools.formats.xml import read_tagged
from tools.loop.arguments import parse_arguments
from tools.loop.json_text import DuplicateFieldError, dumps, loads, loads_around
from tools.loop.judge import read_answer
from tools.providers.base import ModelResponse

TWICE = '{"account_id":7,"account_id":8}'


def test_strictly_read_it_is_an_error() -> None:
    with pytest.raises(DuplicateFieldError):
        loads(TWICE)


def test_carried_on_it_stays_as_it_was_written() -> None:
    assert dumps(loads_around(f'[{TWICE},{{"a":1}}]')) == f'[{TWICE},{{"a":1}}]'


@pytest.mark.parametrize("text", [TWICE, f"```json\n{TWICE}\n```", f'{{"more":[{TWICE}]}}'])
def test_arguments_are_refused(text: str) -> None:
    parsed = parse_arguments(text)
    assert parsed.value is None
    assert parsed.code == "duplicate_field"
    assert "write each field once" in (parsed.reason or "")


def test_an_answer_is_refused_with_the_reason() -> None:
    read = read_answer(Answer, TWICE)
    assert read.answer is None
    assert "write each field once" in read.reasons[0]


@pytest.mark.parametrize(
    "text",
    [
        '{"tool":"get_balance","tool":"pay","args":{}}',
        '{"tool":"get_balance","args":{},"final":7}',
    ],
)
def test_an_action_that_is_two_is_none(text: str) -> None:
    reply = JsonFormat().read(ModelResponse(text), ("get_balance", "pay"))
    assert reply.calls == ()
    assert reply.problem is not None


def test_a_tagged_call_of_two_names_is_none() -> None:
    text = '<tool_call>{"name":"get_balance","name":"pay","arguments":{}}</tool_call>'
    reply = read_tagged(text, ("get_balance", "pay"))
    assert reply.calls == ()
    assert reply.problem is not None
