"""How calls and results are written for a model: in the provider's own fields, or as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tools.messages import Message, Role, ToolCall, system
from tools.providers.base import ModelRequest, ModelResponse, ToolSpec


@dataclass(frozen=True, slots=True)
class Reply:
    """A response, understood: the calls it asks for, or the text it says.

    ``heard`` is what goes back into the history as the model's own words. ``problem`` tells the
    model what was wrong with a call that could not be read at all; ``cut`` says that the reply
    ends in the middle.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    heard: str = ""
    problem: str | None = None
    cut: bool = False


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


def with_instructions(messages: Sequence[Message], text: str) -> list[Message]:
    """The messages with the text added to the system's first, which is made if there is none."""
    if not text:
        return list(messages)
    if messages and messages[0].role is Role.SYSTEM:
        return [system(f"{messages[0].content}\n\n{text}"), *messages[1:]]
    return [system(text), *messages]
