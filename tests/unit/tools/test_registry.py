"""The allowlist: names, what a model is given, and what a call resolves to."""

import json
from typing import Annotated, Any, Literal, Optional

import jsonschema
import pytest
from pydantic import BaseModel, Field, create_model

from tests.support.model_server import Reply, completion, model_server
from tools.formats.base import describe
from tools.formats.json_actions import JsonFormat
from tools.ledger.workspace import Amount, Arguments, IsoDate
from tools.loop.errors import ToolNameError
from tools.loop.judge import instruction
from tools.loop.messages import user
from tools.loop.registry import CostClass, Tool, ToolRegistry, answer_schema, compact_schema, sketch
from tools.providers.base import ModelRequest, unrolled
from tools.providers.openai import OpenAIProvider


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


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=0, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = Field(pattern="^[A-Z]+$", max_length=5)


class Node(BaseModel):
    value: int
    children: "list[Node]" = []
    left: "Node | None" = None


CAT, BAD_CAT, DOG = {"kind": "cat", "lives": 9}, {"kind": "cat", "lives": 10}, {"kind": "dog"}
LEAF = {"value": 1, "children": [], "left": None}
TYPES: list[tuple[Any, list[Any], list[Any]]] = [
    (int | str, [1, "a"], [None, [], 1.5]),
    (tuple[int, Cat], [[1, CAT]], [[1], [CAT, 1], [1, CAT, 1], [1, BAD_CAT]]),
    (Annotated[Cat | Dog, Field(discriminator="kind")], [CAT, DOG | {"name": "REX"}], [DOG, {}]),
    (Dog, [DOG | {"name": "REX"}], [DOG | {"name": "rex"}, DOG | {"name": "REXREX"}]),
    (dict[str, Cat], [{}, {"a": CAT}], [{"a": 1}, {"a": BAD_CAT}]),
    (list[Cat], [[], [CAT]], [[BAD_CAT]]),
    (Node, [LEAF, LEAF | {"children": [LEAF], "left": LEAF}], [LEAF | {"left": {"value": "x"}}]),
    (Literal["a", "b"], ["a"], ["c"]),
    (Any, [1, None, {}], []),
]


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(("kind", "good", "bad"), TYPES, ids=[str(each[0]) for each in TYPES])
def test_what_a_type_allows_and_forbids_survives(
    kind: Any, good: list[Any], bad: list[Any], null: bool
) -> None:
    wanted: Any = (Optional[kind], None) if null else (kind, ...)  # noqa: UP045 - of any type
    model = create_model("Wanted", it=wanted)
    for schema in (compact_schema(model), answer_schema(model), unrolled(compact_schema(model))):
        takes = jsonschema.Draft202012Validator(schema).is_valid
        whole = schema == answer_schema(model)
        assert all(takes({"it": each if whole else without_nulls(each)}) for each in good)
        assert not any(takes({"it": each}) for each in bad if not (null and each is None))
    assert jsonschema.Draft202012Validator(answer_schema(model)).is_valid({"it": None}) is (
        null or None in good
    )
    text = json.dumps([compact_schema(model), answer_schema(model)])
    assert not {"oneOf", "discriminator", "title"} & set(text.split('"'))
    assert ("$ref" in text) is (kind is Node)


def test_what_contains_itself_is_named_once_in_words() -> None:
    said = 'Node is {"value":integer,"children":[Node,…],"left":Node'
    [spec] = ToolRegistry([Tool("grow", "Grow.", Node, lambda _: None)]).specs
    assert describe([spec]).count(said) == 1
    assert said in instruction(Node)
    sent = JsonFormat().request(ModelRequest((user("x"),), (spec,))).output_schema
    assert sent is not None
    assert "$ref" not in json.dumps(sent.schema)


def test_a_server_that_has_no_references_is_sent_none_again() -> None:
    [spec] = ToolRegistry([Tool("grow", "Grow.", Node, lambda _: None)]).specs
    refusal = Reply(b'{"error":{"message":"Unsupported schema keyword $ref"}}', 400)
    with model_server(refusal, completion("a"), completion("b")) as server:
        provider = OpenAIProvider("m", base_url=server.base_url, max_retries=0)
        for _ in range(2):
            provider.complete(ModelRequest((user("x"),), (spec,)))
    assert [b"$ref" in request.body for request in server.requests] == [True, False, False]
