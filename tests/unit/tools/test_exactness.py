"""Numbers keep their digits, whichever way they go; a float never gets in or out."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from tools.loop.arguments import is_cut, mended, parse_arguments
from tools.loop.errors import UnserialisableError
from tools.loop.json_text import canonical, dumps, loads, plain
from tools.loop.tokens import ContextWatch
from tools.providers.base import Delta


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
