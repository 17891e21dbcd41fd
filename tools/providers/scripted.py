"""A model that says what a test wrote down: the mind is a fake, the loop around it is real."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tools.errors import ScriptExhaustedError
from tools.jsontext import Plain, dumps
from tools.messages import ToolCall, Usage
from tools.providers.base import FinishReason, ModelRequest, ModelResponse

Step: TypeAlias = ModelResponse | Callable[[ModelRequest], ModelResponse]


class ScriptedProvider:
    """Answers the requests one after another and keeps them in ``requests``.

    Raises ScriptExhaustedError, which no loop catches, when asked more often than it has answers.
    """

    name = "scripted"
    model = "scripted"

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = tuple(steps)
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelResponse:
        """The next step's response."""
        self.requests.append(request)
        asked = len(self.requests)
        if asked > len(self._steps):
            raise ScriptExhaustedError(asked=asked, answers=len(self._steps))
        step = self._steps[asked - 1]
        return step if isinstance(step, ModelResponse) else step(request)


def says(text: str, usage: Usage | None = None) -> ModelResponse:
    """A final text."""
    return ModelResponse(text=text, usage=usage or Usage())


def calls(*wanted: tuple[str, dict[str, Plain]], text: str = "") -> ModelResponse:
    """Calls of the named tools, all in one turn."""
    asked = tuple(
        ToolCall(f"c{index}_{name}", name, dumps(arguments))
        for index, (name, arguments) in enumerate(wanted)
    )
    return ModelResponse(text=text, tool_calls=asked, finish_reason=FinishReason.TOOL_CALLS)
