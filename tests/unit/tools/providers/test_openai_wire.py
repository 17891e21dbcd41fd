"""Requests as bytes: what was written once stays the same bytes, and nothing is ever mixed up."""

import json
from typing import Any

from tools.loop.messages import assistant, system, user
from tools.providers.anthropic import AnthropicEncoder as AnthropicEncoder
from tools.providers.base import AnswerMode, ModelRequest, OutputSchema, ToolSpec
from tools.providers.openai_wire import Encoder, WireOptions

ONE = (system("a"), user("b"), assistant("c"))
OTHER = (system("x"), user("y"), assistant("z"), user("more"))
SPECS = (ToolSpec("look", "Look.", {"type": "object"}),)


def body(encoder: Encoder, *args: Any, **options: Any) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(encoder.body(ModelRequest(*args, **options)))
    return parsed


def contents(sent: dict[str, Any]) -> list[str]:
    return [message["content"] for message in sent["messages"]]


def test_two_conversations_with_one_encoder_are_never_mixed() -> None:
    encoder = Encoder("m")
    for messages in (ONE, OTHER, ONE[:2], OTHER, ONE):
        assert contents(body(encoder, messages)) == [message.content for message in messages]


def test_nor_with_the_other_protocols() -> None:
    encoder = AnthropicEncoder("m")
    for messages in (ONE, OTHER, ONE):
        sent = json.loads(encoder.body(ModelRequest(messages)))
        said = [turn["content"][0]["text"] for turn in sent["messages"]]
        assert said == [message.content for message in messages[1:]]
        assert [part["text"] for part in sent["system"]] == [messages[0].content]


def test_equal_messages_are_equal_bytes_whoever_made_them() -> None:
    again = tuple(type(message)(message.role, message.content) for message in ONE)
    assert Encoder("m").body(ModelRequest(ONE)) == Encoder("m").body(ModelRequest(again))


def test_without_tools_nothing_is_said_of_them() -> None:
    assert {"tools", "tool_choice", "parallel_tool_calls"}.isdisjoint(body(Encoder("m"), ONE))


def test_settings_of_a_model_show_on_the_wire() -> None:
    options = WireOptions("max_completion_tokens", True, False, extra=(("seed", 7),))
    sent = body(Encoder("m", options), ONE, SPECS, stop=("x",), max_tokens=9)
    assert (sent["max_completion_tokens"], sent["parallel_tool_calls"], sent["seed"]) == (
        9,
        True,
        7,
    )
    assert {"stop", "max_tokens"}.isdisjoint(sent)


def test_a_schema_is_asked_for_as_firmly_as_the_server_can() -> None:
    def asked(mode: AnswerMode) -> Any:
        output = OutputSchema("claim", {"type": "object"}, mode)
        return body(Encoder("m"), ONE, output_schema=output).get("response_format")

    assert asked(AnswerMode.JSON_SCHEMA)["json_schema"]["name"] == "claim"
    assert asked(AnswerMode.JSON_OBJECT) == {"type": "json_object"}
    assert asked(AnswerMode.PROMPT) is None
