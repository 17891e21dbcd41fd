"""The provider's own tool calls: nothing is parsed out of text."""

from __future__ import annotations

from collections.abc import Sequence

from tools.formats.base import Reply
from tools.messages import Message, ToolCall, assistant, tool_result
from tools.providers.base import ModelRequest, ModelResponse, ToolSpec


class NativeFormat:
    """Calls and results travel in the fields that the provider has for them."""

    name = "native"

    def opening(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[Message]:
        """The messages as they are."""
        del tools
        return list(messages)

    def request(self, request: ModelRequest) -> ModelRequest:
        """The request as it is."""
        return request

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """Calls win over whatever the finish reason says."""
        del names
        return Reply(response.text, response.tool_calls, response.text)

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        """Text beside calls is kept: some models refer to it later."""
        return assistant(reply.heard, calls)

    def told(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        """One message per call, contiguous, as strict servers demand."""
        return [tool_result(call.id, text) for call, text in results]
