"""What is thrown by dice is valid by its schema, and made of the words that were sent."""

from random import Random

from jsonschema import Draft202012Validator

from evals.chance import Dice
from pipeline.claims import Claim
from tools.loop.json_text import loads
from tools.loop.judge import schema_of
from tools.loop.messages import user
from tools.providers.base import AnswerMode, ModelRequest, ToolSpec

CLAIM = schema_of(Claim, AnswerMode.JSON_SCHEMA)
TOOL = ToolSpec("look", "Look.", {"type": "object", "properties": {"day": {"format": "date"}}})
REQUEST = ModelRequest((user("Rent 2026-03-03 of 4711"),), tools=(TOOL,), final=CLAIM)


def test_every_throw_is_a_valid_answer() -> None:
    validator = Draft202012Validator(dict(CLAIM.schema))
    thrown = [Dice(REQUEST, Random(seed)).value(CLAIM.schema) for seed in range(100)]
    assert [each for each in thrown if not validator.is_valid(each)] == []
    assert len({str(each) for each in thrown}) > 10


def test_figures_and_days_are_those_of_the_request() -> None:
    dice = Dice(REQUEST, Random(1))
    whole, day = {"type": "integer"}, {"type": "string", "format": "date"}
    assert {dice.value(whole) for _ in range(50)} == {2026, 3, 4711}
    assert dice.value(day) == "2026-03-03"


def test_calls_are_of_the_tools_there_are_or_none() -> None:
    thrown = [Dice(REQUEST, Random(seed)).calls() for seed in range(20)]
    asked = [call for each in thrown if each for call in each.tool_calls]
    assert None in thrown
    assert {call.name for call in asked} == {"look"}
    assert {"day": "2026-03-03"} in [loads(call.arguments) for call in asked]
