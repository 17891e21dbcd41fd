"""How calls and results are written for a model: in the provider's own fields, or as text."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from ..loop.messages import Message, Role, ToolCall, system
from ..loop.registry import sketch, sketch_of_definitions
from ..providers.base import ModelRequest, ModelResponse, ToolSpec


@dataclass(frozen=True, slots=True)
class Reply:
    """A response, understood: the calls it asks for, or the text it says.

    ``heard`` is what goes back into the history as the model's own words. ``problem`` tells the
    model what was wrong with a call that could not be read at all; ``cut`` says that the reply
    ends in the middle. ``kept`` is the response's, for its provider.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    heard: str = ""
    problem: str | None = None
    cut: bool = False
    kept: str = ""


class Format(Protocol):
    """One way to write calls. Only a response is ever parsed, never a message or a result."""

    @property
    def name(self) -> str:
        """As in `models.toml`."""

    def opening(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[Message]:
        """The first messages, with the instructions that the format needs."""

    def request(self, request: ModelRequest) -> ModelRequest:
        """The request as this format sends it."""

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """What the model wants; only registered ``names`` are ever calls in a text format."""

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        """The model's turn for the history, its calls made safe."""

    def result_messages(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        """The tools' answers for the history, in request order."""


class TextFormat:
    """What formats share in which calls are text: the ``grammar`` and the tools in the prompt, and
    where the model is to ``stop``, for it must not invent what comes of a call."""

    grammar: ClassVar[str]
    stop: ClassVar[tuple[str, ...]] = ()

    def opening(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[Message]:
        """The grammar and the tools join the instructions."""
        if not tools:
            return list(messages)
        said = self.grammar.format(tools=describe(tools), first=tools[0].name)
        return with_instructions(messages, said)

    def request(self, request: ModelRequest) -> ModelRequest:
        stop = self.stop if request.tools else ()
        return replace(request, tools=(), tool_choice="auto", stop=stop)


def with_instructions(messages: Sequence[Message], text: str) -> list[Message]:
    """The messages with the text added to the system's first, which is made without one."""
    if not text:
        return list(messages)
    if messages and messages[0].role is Role.SYSTEM:
        return [system(f"{messages[0].content}\n\n{text}"), *messages[1:]]
    return [system(text), *messages]


def describe(tools: Sequence[ToolSpec]) -> str:
    """One line per tool: its name, its arguments (`?` after optional ones), what it does."""
    return "\n".join(f"- {spec.name}({_arguments(spec)}): {spec.description}" for spec in tools)


def _arguments(spec: ToolSpec) -> str:
    fields = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", ())
    assert isinstance(fields, dict)
    assert isinstance(required, list | tuple)
    listed = ", ".join(
        f"{name}{'' if name in required else '?'}: {sketch(field)}"
        for name, field in fields.items()
    )
    return listed + sketch_of_definitions(spec.parameters)


def shielded(envelope: str) -> str:
    """A result's JSON with angle brackets escaped, so that it cannot look like markup."""
    return envelope.replace("<", "\\u003c").replace(">", "\\u003e")


def canonical_call(name: str, arguments: str) -> str:
    """A call as one JSON object; the arguments are JSON text already."""
    return f'{{"name":{json.dumps(name)},"arguments":{arguments}}}'


_FENCE = re.compile(r"^```", re.MULTILINE)


def outside_fences(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches that begin outside code fences; a fence left open goes on to the end."""
    fences = [match.start() for match in _FENCE.finditer(text)]
    for match in pattern.finditer(text):
        if bisect_left(fences, match.start()) % 2 == 0:
            yield match
