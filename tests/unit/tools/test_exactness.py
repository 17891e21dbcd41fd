"""Numbers keep their digits, whichever way they go; a float never gets in or out."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from tools.ledger.workspace import Arguments
from tools.loop.arguments import is_cut, mended, parse_arguments
from tools.loop.dispatch import ToolDispatcher
from tools.loop.errors import UnserialisableError
from tools.loop.json_text import canonical, dumps, loads, plain
from tools.loop.loop import ToolLoop
from tools.loop.messages import ToolCall, user
from tools.loop.outcome import LoopResult, Status
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Repeats, Task
from tools.loop.tokens import ContextWatch
from tools.providers.base import Delta, ModelResponse
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
