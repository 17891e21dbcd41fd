"""A number too large to be one is refused unread, whoever wrote it and however it is put."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal

import pytest
from pydantic import BaseModel

from tests.support.loops import Answer
from tools.formats.choose import FormatName, format_named
from tools.formats.json_actions import JsonFormat
from tools.formats.xml import read_tagged
from tools.ledger.workspace import Amount, Arguments, Whole
from tools.loop.arguments import parse_arguments
from tools.loop.dispatch import ToolDispatcher
from tools.loop.json_text import (
    DuplicateFieldError,
    NumberTooLargeError,
    Plain,
    Unread,
    dumps,
    first_value,
    loads,
    loads_around,
)
from tools.loop.judge import read_answer
from tools.loop.messages import ToolCall
from tools.loop.outcome import read_trace
from tools.loop.registry import Tool, ToolRegistry
from tools.providers import anthropic as anthropic_wire
from tools.providers import openai_wire
from tools.providers.base import FinishReason, ModelResponse

HUGE = (
    "1e10000000",
    "-1e999999999",
    "1E+99999999999999999999999",
    "1e-10000000",
    "9" * 400_000,
    "0." + "1" * 400_000,
    "7" * 65,
)


@contextmanager
def at_once() -> Iterator[None]:
    """Converting such a number takes minutes; refusing it takes none."""
    started = time.process_time()
    yield
    assert time.process_time() - started < 2


class Asked(Arguments):
    """The account, and an amount."""

    account_id: Whole
    amount: Amount | None = None


class Claim(BaseModel):
    """An answer."""

    account_id: int


def dispatcher() -> ToolDispatcher:
    def balance(_: Asked) -> str:
        raise AssertionError("it must not run")

    return ToolDispatcher(ToolRegistry([Tool("get_balance", "A balance.", Asked, balance)]))


@pytest.mark.parametrize("number", HUGE, ids=lambda number: number[:12])
@pytest.mark.parametrize("read", [loads, first_value])
def test_no_parser_reads_it(read: Callable[[str], object], number: str) -> None:
    with at_once(), pytest.raises(NumberTooLargeError) as caught:
        read(f'{{"account_id": {number}}}')
    assert caught.value.code == "number_too_large"


def test_what_is_no_larger_than_an_amount_or_an_id_is_read_exactly() -> None:
    assert loads("[-1234.50, 1e3, 0.000001, 9223372036854775807, 0]") == [
        Decimal("-1234.50"),
        Decimal("1e3"),
        Decimal("0.000001"),
        9223372036854775807,
        0,
    ]


@pytest.mark.parametrize("number", HUGE, ids=lambda number: number[:12])
def test_a_call_with_it_is_refused_with_a_reason_and_its_history_is_valid_json(number: str) -> None:
    with at_once():
        prepared = dispatcher().prepare(
            ToolCall("a", "get_balance", f'{{"account_id": {number[:60_000]}}}')
        )
    assert prepared.refusal is not None
    assert prepared.refusal.code == "number_too_large"
    assert loads(prepared.call.arguments) is not None


@pytest.mark.parametrize(
    "arguments",
    [
        '{"account_id": 1, "amount": "1e10000000"}',
        '{"account_id": 1, "amount": "%s"}' % ("9" * 60_000),
        '{"account_id": 9223372036854775808}',
        '{"account_id": "%s"}' % ("9" * 60_000),
        '{"account_id": 1e40}',
    ],
)
def test_a_number_in_words_or_beyond_any_row_is_a_wrong_argument(arguments: str) -> None:
    with at_once():
        prepared = dispatcher().prepare(ToolCall("a", "get_balance", arguments))
    assert prepared.refusal is not None
    assert prepared.refusal.code == "invalid_arguments"


@pytest.mark.parametrize(
    "arguments",
    ['"{\\"account_id\\": 1e10000000}"', '```json\n{"account_id": 1e10000000}\n```'],
)
def test_it_is_found_however_the_arguments_are_wrapped(arguments: str) -> None:
    assert parse_arguments(arguments).code == "number_too_large"


@pytest.mark.parametrize("arguments", ["{'account_id': 1e10000000,}", "{'account_id': " + HUGE[4]])
def test_mending_does_not_read_it_either(arguments: str) -> None:
    with at_once():
        assert parse_arguments(arguments).value is None


@pytest.mark.parametrize("number", HUGE, ids=lambda number: number[:12])
def test_an_answer_with_it_is_sent_back_with_the_reason(number: str) -> None:
    with at_once():
        read = read_answer(Claim, f'{{"account_id": {number}}}')
    assert read.answer is None
    assert "digits or a larger exponent" in read.reasons[0]


@pytest.mark.parametrize("number", HUGE[:3])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        (FormatName.JSON, '{{"tool": "get_balance", "args": {{"account_id": {number}}}}}'),
        (
            FormatName.XML,
            '<tool_call>\n{{"name": "get_balance", "arguments": {{"account_id": {number}}}}}\n'
            "</tool_call>",
        ),
        (
            FormatName.XML,
            "<tool_call>\n<function=get_balance><parameter=account_id>{number}</parameter>"
            "</function>\n</tool_call>",
        ),
        (FormatName.REACT, 'Action: get_balance\nAction Input: {{"account_id": {number}}}'),
    ],
)
def test_in_every_format_it_is_the_call_that_is_refused(
    name: FormatName, said: str, number: str
) -> None:
    response = ModelResponse(said.format(number=number), (), FinishReason.STOP)
    with at_once():
        (call,) = format_named(name).read(response, ["get_balance"]).calls
        refusal = dispatcher().prepare(call).refusal
    assert refusal is not None
    assert refusal.code == "number_too_large"


@pytest.mark.parametrize("number", HUGE, ids=lambda number: number[:12])
def test_a_servers_reply_is_read_around_it_so_that_the_model_can_be_asked_again(
    number: str,
) -> None:
    function = f'{{"name": "get_balance", "arguments": {{"account_id": {number}}}}}'
    choice = f'{{"message": {{"tool_calls": [{{"id": "a", "function": {function}}}]}}}}'
    use = f'{{"type": "tool_use", "id": "a", "name": "get_balance", "input": {{"id": {number}}}}}'
    with at_once():
        openai = openai_wire.parse_reply(
            f'{{"choices": [{choice}], "usage": {{"prompt_tokens": {number}}}}}'.encode()
        )
        anthropic = anthropic_wire.parse_reply(f'{{"content": [{use}]}}'.encode())
    assert openai.usage.input_tokens == 0
    assert openai.tool_calls[0].arguments == f'{{"account_id":{number}}}'
    assert parse_arguments(anthropic.tool_calls[0].arguments).code == "number_too_large"


def test_what_is_read_around_is_written_again_as_it_was() -> None:
    value: Plain = loads_around('{"a": 1e10000000, "b": "1e10000000"}')
    assert isinstance(value, dict)
    assert isinstance(value["a"], Unread)
    assert dumps(value) == '{"a":1e10000000,"b":"1e10000000"}'


def test_a_trace_does_not_read_it() -> None:
    with pytest.raises(NumberTooLargeError):
        read_trace('{"kind": "run", "seconds": 1e10000000}')


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
