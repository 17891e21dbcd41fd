"""Removes tool markup from what a person reads, and bounds how much of a reply is examined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.loop.json_text import loads_around
from tools.providers.base import FinishReason, ModelResponse

_TAGS = "tool_call|function_call|tool_calls|tool_response|tools"
_BLOCKS = (
    # A closed pair, or one that nothing closes: then everything up to the end.
    re.compile(rf"<(?P<tag>{_TAGS})\b[^>]{{0,200}}>.*?(?:</(?P=tag)>|\Z)", re.DOTALL),
    re.compile(r"<function=[^>]{0,200}>.*?(?:</function>|\Z)", re.DOTALL),
    re.compile(
        r"<\|tool_calls?_?(?:begin|section_begin)?\|>.*?(?:<\|[^|]{0,40}end\|>|\Z)", re.DOTALL
    ),
    re.compile(r"\[TOOL_CALLS\].*\Z", re.DOTALL),
    re.compile(r"\bto=functions\.\w+.*\Z", re.DOTALL),
    re.compile(rf"</(?:{_TAGS}|function|parameter)>"),
    re.compile(r"<\|[\w ]{1,40}\|>"),
)
_MOST_NESTED = 16
_BRACKETS = re.compile(r"[<>\[\]]|to=functions")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE = re.compile(r"^```(?:json)?$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Clean:
    """The text as a person may see it, and whether anything had to go."""

    text: str
    removed: bool


def sanitise(text: str, names: Sequence[str] = ()) -> Clean:
    """Remove call markup, fenced calls of the registered ``names`` and control characters.

    Runs of spaces are kept: they align the columns of tables.
    """
    bare = _CONTROL.sub("", text)
    bare = _without_fenced(bare, names)
    bare = _without_blocks(bare)
    removed = bare != text
    return Clean(_BLANK_LINES.sub("\n\n", bare).strip() if removed else text.strip(), removed)


def _without_fenced(text: str, names: Sequence[str]) -> str:
    """Without the fences around what is a call; each fence is looked at once."""
    kept, done, opened = [], 0, None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[0] == "```":
            if _is_call(text[opened.end() : fence.start()], names):
                kept.append(text[done : opened.start()])
                done = fence.end()
            opened = None
    return "".join([*kept, text[done:]])


def _without_blocks(text: str) -> str:
    """Until nothing is left: taking one marker away can put another together. No one nests them
    deeply but to take time, and then no bracket is left to make one of."""
    for _ in range(_MOST_NESTED):
        bare = text
        for block in _BLOCKS:
            bare = block.sub("", bare)
        if bare == text:
            return bare
        text = bare
    return _BRACKETS.sub("", text)


def _is_call(text: str, names: Sequence[str]) -> bool:
    try:
        value = loads_around(text)
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("name") in names


MOST_TEXT = 400_000
MOST_CALLS = 64
#: No tool's name is longer; comparing names takes time with their length.
MOST_NAME = 200


def bounded(response: ModelResponse) -> ModelResponse:
    """The response, at most so long."""
    calls = response.tool_calls
    if len(calls) > MOST_CALLS or any(len(call.name) > MOST_NAME for call in calls):
        short = (replace(call, name=call.name[:MOST_NAME]) for call in calls[:MOST_CALLS])
        response = replace(response, tool_calls=tuple(short))
    if len(response.text) > MOST_TEXT:
        text = response.text[:MOST_TEXT]
        response = replace(response, text=text, finish_reason=FinishReason.LENGTH)
    return response
