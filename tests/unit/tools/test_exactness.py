"""Numbers, keys and texts stay exact on their way between a model and a tool."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from tools.formats.choose import FormatName, format_named
from tools.formats.json_actions import JsonFormat
from tools.formats.xml import read_tagged
from tools.ledger.workspace import Amount, Arguments, Whole
from tools.loop.arguments import is_cut, mended, parse_arguments
from tools.loop.dispatch import ToolDispatcher
from tools.loop.errors import UnserialisableError
from tools.loop.json_text import (
    NumberTooLargeError,
    Plain,
    Unread,
    canonical,
    dumps,
    first_value,
    loads,
    loads_around,
    plain,
)
from tools.loop.judge import read_answer
from tools.loop.loop import ToolLoop
from tools.loop.messages import ToolCall, user
from tools.loop.outcome import LoopResult, Status, read_trace
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Repeats, Task
from tools.loop.tokens import ContextWatch
from tools.providers import anthropic as anthropic_wire
from tools.providers import openai_wire
from tools.providers.base import Delta, FinishReason, ModelResponse
from tools.providers.replay import ScriptedProvider, calls, says


class Colour(Enum):
    RED = "red"


class Money(BaseModel):
    amount: Decimal
    note: str | None = None


@dataclass
class Row:
    on: date
    colour: Colour


@pytest.mark.parametrize("text", ["10.10", "12345678901234567.89", "-0.00", "1E+2", "[1.0,2]"])
def test_a_number_read_and_written_keeps_its_digits(text: str) -> None:
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "{", ""])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        loads(text)


def test_the_order_of_keys_does_not_matter_for_the_one_text() -> None:
    assert canonical({"b": 1, "a": [{"d": 1, "c": 2}]}) == '{"a":[{"c":2,"d":1}],"b":1}'


def test_models_and_rows_lose_their_nulls_and_nothing_else() -> None:
    assert plain([Money(amount=Decimal("1.50")), Row(date(2026, 1, 2), Colour.RED)]) == [
        {"amount": "1.50"},
        {"on": "2026-01-02", "colour": "red"},
    ]


@pytest.mark.parametrize("value", [1.5, Decimal("NaN"), {1: 2}, object(), b"x", Delta])
def test_what_has_no_exact_form_is_an_error(value: object) -> None:
    with pytest.raises(UnserialisableError):
        plain(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2))
@settings(max_examples=50)
def test_any_amount_survives_an_envelope_and_an_argument(amount: Decimal) -> None:
    assert Decimal(str(plain(amount))) == amount
    parsed = parse_arguments(f'{{"a":{amount}}}').value
    assert parsed is not None
    assert str(parsed["a"]) == str(amount)


@pytest.mark.parametrize("text", ['{"a":1', '{"a":"x', "[1,[2]", '{"a":"\\"}', '{"a":{"b":1}'])
def test_what_ends_in_the_middle_is_cut(text: str) -> None:
    assert is_cut(text)
    assert parse_arguments(text).value is None


@pytest.mark.parametrize("text", ["", "{}", '{"a":"{"}', '{"a":"\\""}', "x", "}"])
def test_what_does_not_is_not(text: str) -> None:
    assert not is_cut(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': 'b',}", {"a": "b"}),
        ('{"a": True, "b": None}', {"a": True, "b": None}),
        ('{"a": 1} and more talk', {"a": 1}),
        ('{"a": 1}{"a": 2}', None),
        ("{'a': 10.10}", None),
        ("{'a': 'open}", None),
        ("{'a': 1,234.56, 'b': 2}", {"a": "1,234.56", "b": 2}),
    ],
)
def test_mending_takes_what_can_only_mean_one_thing(text: str, value: object) -> None:
    found = mended(text)
    assert found == value


@pytest.mark.parametrize(
    ("counts", "lost"),
    [
        ([(2_000, 500), (4_000, 1_000)], False),
        ([(2_000, 500), (2_500, 500)], True),
        ([(2_000, 500), (2_100, 500)], False),
        ([(2_000, 500), (12_000, 900)], True),
        ([(2_000, 900), (12_000, 2_900)], False),
        ([(40_000, 4_096)], True),
        ([(40_000, 0), (80_000, 0)], False),
    ],
)
def test_a_conversation_that_stops_growing_for_the_server_was_cut(
    counts: list[tuple[int, int]], lost: bool
) -> None:
    watch = ContextWatch()
    assert [watch.lost(*count) for count in counts][-1] is lost


class Nothing(Arguments):
    note: str = ""


TOOLS = ToolDispatcher(
    ToolRegistry(
        [
            Tool("read", "Reads.", Nothing, lambda _: 1),
            Tool("write", "Writes.", Nothing, lambda _: 1, read_only=False),
        ]
    )
)


def made(repeats: Repeats, *names: str) -> list[bool]:
    """Whether each call, one after another, was run."""
    ran = []
    for name in names:
        tool, _, note = name.partition(":")
        prepared = TOOLS.prepare(ToolCall("a", tool, f'{{"note":"{note}"}}'))
        ran.append(repeats.notice(prepared) is None)
        if ran[-1]:
            repeats.remember(prepared, TOOLS.run([prepared])[0])
    return ran


def test_a_read_is_not_made_again() -> None:
    repeats = Repeats()
    assert made(repeats, "read", "read", "read") == [True, False, False]
    assert repeats.worst == 3


def test_after_a_write_it_is_and_the_count_begins_anew() -> None:
    repeats = Repeats()
    assert made(repeats, "read", "write:1", "read", "write:2", "read") == [True] * 5
    assert repeats.worst == 1


def test_the_same_write_again_and_again_is_still_a_rut() -> None:
    repeats = Repeats()
    assert made(repeats, "write", "write") == [True, False]
    assert made(repeats, "read", "write", "write:other", "read") == [True, False, True, True]
    assert repeats.worst == 3


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


def test_carried_on_it_stays_as_it_was_written() -> None:
    assert dumps(loads_around(f'[{TWICE},{{"a":1}}]')) == f'[{TWICE},{{"a":1}}]'


@pytest.mark.parametrize("text", [TWICE, f"```json\n{TWICE}\n```", f'{{"more":[{TWICE}]}}'])
def test_arguments_are_refused(text: str) -> None:
    parsed = parse_arguments(text)
    assert parsed.value is None
    assert parsed.code == "duplicate_field"
    assert "write each field once" in (parsed.reason or "")


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
