"""Calls between `<tool_call>` tags: the dialect of models that were trained on it (legacy).

Read as untrusted text: only a block that is alone on its lines, outside code fences, and only with
a registered name, is a call. A tag quoted in a sentence is a quotation."""

import re
from collections.abc import Sequence

from ..loop.json_text import Doubled, Plain, dumps, loads_around
from ..loop.messages import Message, ToolCall, assistant, user
from ..loop.sanitise import sanitise
from ..providers.base import ModelResponse
from .base import Reply, TextFormat, canonical_call, outside_fences, shielded

STOP = ("<tool_response>",)
_GRAMMAR = """You can use these tools:
{tools}

To use one, write this alone on its lines and stop:
<tool_call>
{{"name": "tool", "arguments": {{"argument": "value"}}}}
</tool_call>
You are then given the result between <tool_response> tags."""
# Of each pattern every part has one end only: anyone who writes the text may not choose how long it
# takes to read.
_BLOCK = re.compile(r"^[ \t]*<tool_call>(.*?)(?:</tool_call>[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_FUNCTION = re.compile(r"<function=([\w.]{1,200})>(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=(\w{1,200})>(.*?)(?:</parameter>|\Z)", re.DOTALL)


class XmlFormat(TextFormat):
    """Any number of calls a turn, as tagged JSON."""

    name = "xml"
    grammar, stop = _GRAMMAR, STOP

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """Every call that is alone on its lines."""
        return read_tagged(response.text, names)

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        """The calls as they should have been written, without the talk around them."""
        if not calls:
            return assistant(reply.heard.strip())
        written = (canonical_call(call.name, call.arguments) for call in calls)
        return assistant("\n".join(f"<tool_call>\n{each}\n</tool_call>" for each in written))

    def result_messages(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        """All results in one message, since many templates want the roles to alternate."""
        lines = (f"<tool_response>{shielded(text)}</tool_response>" for _, text in results)
        return [user("\n".join(lines))]


def read_tagged(text: str, names: Sequence[str]) -> Reply:
    """The calls in a text, or what is wrong with the one it tries to make."""
    found = [_call(match[1].strip()) for match in outside_fences(_BLOCK, text)]
    calls = tuple(call for call in found if call is not None and call.name in names)
    if calls or not found:
        return Reply("" if calls else text, calls, text)
    problem = "that call cannot be read; the tools are: " + ", ".join(names)
    return Reply("", (), sanitise(text).text, problem)


def _call(body: str) -> ToolCall | None:
    function = _FUNCTION.search(body)
    if function is not None:
        return ToolCall(
            "",
            function[1],
            dumps({name: _value(value.strip()) for name, value in _PARAMETER.findall(function[2])}),
        )
    try:
        value = loads_around(body)
    except ValueError:
        # A call whose JSON is broken: its arguments go on as they are, to be mended or refused.
        matched = re.match(
            r'\{\s*"name"\s*:\s*"([\w.]+)"\s*,\s*"(?:arguments|parameters|args)"\s*:\s*(.*)\Z',
            body,
            re.DOTALL,
        )
        if matched is None:
            return None
        arguments = matched[2].rstrip()
        return ToolCall("", matched[1], arguments.removesuffix("}") or "{}")
    return _from_object(value)


def _from_object(value: Plain) -> ToolCall | None:
    if not isinstance(value, dict):
        return None
    inner = value.get("function")
    if isinstance(inner, dict):
        value = inner
    if isinstance(value, Doubled):  # whose name or arguments might be either
        return None
    name = value.get("name")
    arguments = value.get("arguments", value.get("parameters", value.get("args", {})))
    if not isinstance(name, str):
        return None
    return ToolCall("", name, arguments if isinstance(arguments, str) else dumps(arguments))


def _value(text: str) -> Plain:
    try:
        value = loads_around(text)
    except ValueError:
        return text
    return text if type(value) is str else value
