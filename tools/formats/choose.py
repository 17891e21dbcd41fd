"""The formats by the names they have in `models.toml`, and the provider's own tool calls."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from ..loop.messages import Message, ToolCall, assistant, tool_result
from ..providers.base import ModelRequest, ModelResponse, ToolSpec
from .base import Format, Reply
from .json_actions import JsonFormat
from .react import ReactFormat
from .xml import XmlFormat


class FormatName(StrEnum):
    """How a model writes its calls; `rescue` is native with calls written as text accepted."""

    NATIVE = "native"
    RESCUE = "rescue"
    JSON = "json"
    REACT = "react"
    XML = "xml"


def format_named(name: FormatName) -> Format:
    """A format, fresh and without any state of its own."""
    match name:
        case FormatName.NATIVE:
            return NativeFormat()
        case FormatName.RESCUE:
            return NativeFormat(rescue=True)
        case FormatName.JSON:
            return JsonFormat()
        case FormatName.REACT:
            return ReactFormat()
        case FormatName.XML:
            return XmlFormat()


class NativeFormat:
    """Calls and results travel in the fields that the provider has for them.

    ``rescue`` runs calls that a model wrote as tagged text because its server did not know them,
    if they are alone on their lines and name a registered tool.
    """

    name = "native"

    def __init__(self, rescue: bool = False) -> None:
        self._rescue = rescue

    def opening(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[Message]:
        """The messages as they are."""
        del tools
        return list(messages)

    def request(self, request: ModelRequest) -> ModelRequest:
        """The request as it is."""
        return request

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """Calls win over whatever the finish reason says."""
        if response.tool_calls or not self._rescue or not names:
            return Reply(response.text, response.tool_calls, response.text)
        from .xml import read_tagged

        return replace(read_tagged(response.text, names), heard="")

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        """Text beside calls is kept: some models refer to it later."""
        return assistant(reply.heard, calls)

    def result_messages(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        """One message per call, contiguous, as strict servers demand."""
        return [tool_result(call.id, text) for call, text in results]
