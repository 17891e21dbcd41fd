"""The allowlist: names, what a model is given, and what a call resolves to."""

import pytest
from pydantic import Field

from tools.ledger.workspace import Amount, Arguments, IsoDate
from tools.loop.errors import ToolNameError
from tools.loop.registry import CostClass, Tool, ToolRegistry, sketch


class Sub(Arguments):
    line: int = Field(ge=1)


class Wanted(Arguments):
    account_id: int
    day: IsoDate | None = None
    amount: Amount | None = None
    parts: tuple[Sub, ...] = ()


def tool(name: str = "look_up", **more: object) -> Tool:
    return Tool(name, "Look\n   it up.", Wanted, lambda _: None, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["LookUp", "look-up", "look.up", "x", "look up", "1st", "a" * 65])
def test_a_name_that_is_not_snake_case_is_refused(name: str) -> None:
    with pytest.raises(ToolNameError):
        ToolRegistry([tool(name)])


def test_a_name_stands_only_once() -> None:
    with pytest.raises(ToolNameError):
        ToolRegistry([tool(), tool()])


def test_a_schema_is_as_small_as_it_can_be() -> None:
    [spec] = ToolRegistry([tool()]).specs
    assert spec.description == "Look it up."
    assert spec.parameters == {
        "properties": {
            "account_id": {"type": "integer"},
            "day": {"format": "date", "type": "string"},
            "amount": {"type": "string"},
            "parts": {
                "items": {
                    "properties": {"line": {"minimum": 1, "type": "integer"}},
                    "required": ["line"],
                    "type": "object",
                },
                "type": "array",
            },
        },
        "required": ["account_id"],
        "type": "object",
    }


def test_a_tool_without_required_arguments_sends_no_empty_list() -> None:
    [spec] = ToolRegistry([Tool("look", "", Arguments, lambda _: None)]).specs
    assert "required" not in spec.parameters


def test_a_shape_can_be_described_in_few_words() -> None:
    [spec] = ToolRegistry([tool()]).specs
    assert sketch(spec.parameters) == (
        '{"account_id":integer,"day":date,"amount":string,"parts":[{"line":integer},…]}'
    )


def test_the_fingerprint_follows_from_what_a_model_is_given() -> None:
    assert ToolRegistry([tool()]).fingerprint == ToolRegistry([tool()]).fingerprint
    assert ToolRegistry([tool()]).fingerprint != ToolRegistry([tool("look_at")]).fingerprint


def test_long_tools_have_longer() -> None:
    assert tool().seconds == 30
    assert tool(cost_class=CostClass.LONG).seconds == 120
    assert tool(timeout=5.0).seconds == 5


def test_the_nearest_name_is_found_and_nothing_far_away() -> None:
    registry = ToolRegistry([tool(), tool("compare")])
    assert registry.nearest("lookup") == "look_up"
    assert registry.nearest("zzz") is None
    assert registry.find("functions.compare()") is registry.find("compare")
    assert registry.find("drop_table") is None
