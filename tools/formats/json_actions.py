"""One schema-constrained JSON object a turn: the firmest text format, where a server can hold it.

`{"tool": name, "args": {…}}` asks for a tool, `{"final": …}` answers.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..loop.arguments import is_cut, mended, unfenced
from ..loop.dispatch import MAX_ARGUMENT_BYTES
from ..loop.json_text import Doubled, Plain, dumps, loads_around
from ..loop.messages import Message, ToolCall, assistant, user
from ..providers.base import (
    ModelRequest,
    ModelResponse,
    OutputSchema,
    ToolSpec,
    unrolled,
)
from .base import Reply, TextFormat, shielded

_GRAMMAR = """You can use these tools:
{tools}

Always reply with one JSON object only: {{"tool": "name", "args": {{…}}}} to use a tool, whose
result you are then given, or {{"final": …}} with your final answer."""
#: The beginning of an action, however its quotes are written.
_ACTION_LIKE = re.compile(r"""\{\s*["']?(?:tool|final)["']?\s*:""")
PROBLEM = 'Reply with one JSON object only: {"tool": …, "args": {…}} or {"final": …}.'


class JsonFormat(TextFormat):
    """One action a turn, held to a schema by the server where it can."""

    name = "json"
    grammar = _GRAMMAR

    def request(self, request: ModelRequest) -> ModelRequest:
        """The schema of one action takes the place of the tools."""
        if not request.tools:
            return request
        tools = request.tools if request.tool_choice == "auto" else ()
        output = OutputSchema("action", _action(tools, request.final), request.mode, strict=False)
        return replace(request, tools=(), tool_choice="auto", output_schema=output)

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """The action, mended where it can only mean one; an object that is no action, and text
        without any, is taken for the answer itself."""
        text = unfenced(response.text)
        try:
            value = loads_around(text)
        except ValueError:
            return _unread(text, names)
        return _reply(value, text)

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        if not calls:
            return assistant(reply.heard)
        return assistant(
            "\n".join(f'{{"tool":{dumps(call.name)},"args":{call.arguments}}}' for call in calls)
        )

    def result_messages(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        return [user("\n".join(f'{{"result":{shielded(text)}}}' for _, text in results))]


def _unread(text: str, names: Sequence[str]) -> Reply:
    """What is no JSON: cut off, an action to be mended or written again, or plain words."""
    if text.startswith("{") and is_cut(text):
        return Reply(text, (), text, cut=True)
    if not names or not _ACTION_LIKE.search(text):
        return Reply(text, (), text)
    short = text.startswith("{") and len(text) <= MAX_ARGUMENT_BYTES
    value = mended(text) if short else None
    return Reply("", (), text, PROBLEM) if value is None else _reply(value, text)


def _reply(value: Plain, text: str) -> Reply:
    if not isinstance(value, dict) or ("tool" not in value and "final" not in value):
        return Reply(text, (), text)
    if isinstance(value, Doubled) or ("tool" in value and "final" in value):
        return Reply("", (), text, PROBLEM)
    if "final" in value:
        final = value["final"]
        return Reply(final if isinstance(final, str) else dumps(final), (), text)
    name, arguments = value["tool"], value.get("args", {})
    if not isinstance(name, str):
        return Reply("", (), text, PROBLEM)
    return Reply("", (ToolCall("", name, dumps(arguments)),), text)


def _action(tools: Sequence[ToolSpec], final: OutputSchema | None) -> dict[str, object]:
    # Without references: those of a part would point into the whole.
    answer = unrolled(final.schema) if final else {"type": "string"}
    options = [
        _shape({"tool": {"const": spec.name}, "args": unrolled(spec.parameters)}) for spec in tools
    ]
    return {"anyOf": [*options, _shape({"final": answer})]}


def _shape(fields: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }
